package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.bus.MockBus;
import io.lull.testkit.display.SwayDisplay;
import io.lull.testkit.display.XDisplay;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.time.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every way to see an owner that there is on this system, with a guest at work on each machine. */
@Tag("system")
@Tag("nightly")
class PresenceTest {
  /** A desktop's bus, which tells of locks, calls and videos, may well outlive what shows input. */
  private static final String TELLS_OF_NO_INPUT = "desktop";

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  private final Map<Desk, TestAgent> agents = new LinkedHashMap<>();
  private final Map<Desk, String> jobs = new LinkedHashMap<>();
  private final List<Desk> desks = new ArrayList<>();
  private TestGrid grid;

  @BeforeEach
  void openTheOffice() {
    final Optional<String> why =
        XDisplay.unavailable().or(SwayDisplay::unavailable).or(MockBus::unavailable);
    assumeTrue(why.isEmpty(), () -> "no desks: " + why.orElse(""));
    leftovers.watch(folder);
    grid = new TestGrid(folder, Place.HERE).idleAfter("8s").owners("policy = strict\n");
    grid.expectingOfAgents("input source .* is lost");
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
    for (final Supplier<Desk> desk :
        List.<Supplier<Desk>>of(Desk::x11, Desk::sway, Desk::gnome, Desk::kde, Desk::logind)) {
      sit(desk.get());
    }
    agents.values().forEach(TestAgent::awaitReady);
  }

  @AfterEach
  void leave() {
    try {
      if (grid != null) {
        grid.close();
      }
    } finally {
      desks.forEach(Desk::close);
    }
  }

  @Test
  void whateverShowsTheOwnerFreesTheirMachineAndIsTakenForTheirPresenceWhenLost() {
    agents.keySet().forEach(this::giveItAJob);
    agents.forEach(this::itComputes);

    agents.forEach(this::itsOwnersInputStopsTheGuest);
    jobs.forEach(this::afterSilenceTheGuestIsBack);
    agents.forEach(this::aLostSourceCountsAsPresence);
  }

  private void sit(Desk desk) {
    desks.add(desk);
    agents.put(
        desk, grid.launchNewAgent(desk.name(), Place.HERE, desk.environment(), desk.input()));
  }

  private void giveItAJob(Desk desk) {
    final String job =
        grid.submitJacobi(201, 1_000_000, "2ms", "1:1", "--require", "name == " + desk.name());
    jobs.put(desk, job);
  }

  private void itComputes(Desk desk, TestAgent agent) {
    grid.awaitJob(
        Objects.requireNonNull(jobs.get(desk)),
        "computes on " + desk.name(),
        TestGrid.AS_A_GUEST,
        document -> document.path("iteration").asLong() > 0);
    assertThat(agent.workFolders()).hasSize(1);
  }

  private void itsOwnersInputStopsTheGuest(Desk desk, TestAgent agent) {
    final String worker = agent.workFolders().getLast();
    assertThat(agent.processesOf(worker)).isNotEmpty();

    desk.touch().run();

    Eventually.await(
        worker + " on " + desk.name() + " is gone",
        TestGrid.SOON,
        () -> agent.processesOf(worker).isEmpty());
    final JsonNode status = status(agent);
    assertThat(status.path("state").asText()).as(status.toPrettyString()).isEqualTo("owner");
    assertThat(status.path("reason").asText()).contains("keyboard or mouse");
    final JsonNode reclaim = status.path("record").path("recent").path(0);
    assertThat(reclaim.path("worker").asText()).as(status.toPrettyString()).isEqualTo(worker);
    assertThat(reclaim.path("heldMs").asDouble()).isNotNegative();
    assertThat(reclaim.path("freeMs").asDouble()).isGreaterThan(reclaim.path("heldMs").asDouble());
    desk.rest().run();
  }

  private void afterSilenceTheGuestIsBack(Desk desk, String job) {
    grid.awaitJob(
        job,
        "is back on " + desk.name(),
        TestGrid.AS_A_GUEST,
        document -> document.path("state").asText().equals("running"));
  }

  private void aLostSourceCountsAsPresence(Desk desk, TestAgent agent) {
    desk.lose().run();

    final JsonNode node =
        grid.awaitNode(
            desk.name(),
            "is its owner's",
            document ->
                document.path("state").asText().equals("owner")
                    && document.path("reason").asText().contains("cannot detect"));
    final JsonNode status = status(agent);
    assertThat(status.path("sources"))
        .filteredOn(source -> !TELLS_OF_NO_INPUT.equals(source.path("name").asText()))
        .isNotEmpty()
        .allSatisfy(source -> {
          assertThat(source.path("working").asBoolean()).as(status.toPrettyString()).isFalse();
          assertThat(source.path("detail").asText()).isNotBlank();
          assertThat(node.path("reason").asText()).contains(source.path("name").asText());
        });
  }

  /** As the owner asks for it. */
  private JsonNode status(TestAgent agent) {
    return grid.lull("owner", "status", "--data", agent.data().toString(), "--json").good().json();
  }
}
