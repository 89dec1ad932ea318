package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.text.Screen;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerConditions;
import io.lull.protocol.wire.OwnerEngagement;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerRecord;
import io.lull.protocol.wire.OwnerSession;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.SourceHealth;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an owner reads of their own computer. */
class OwnerPageTest {
  private static final int COLUMNS = 80;
  private final SystemClock clock = SystemClock.INSTANCE;

  private OwnerStatus busy() {
    final long now = clock.epochMillis();
    return OwnerStatus.newBuilder()
        .setNode("desk-12")
        .setStatus(
            NodeStatus.newBuilder()
                .setState("vacating")
                .setReason(
                    "worker J41-w3 leaves within 28 s, because you used the keyboard or mouse")
                .setOwnerCpu(0.07)
                .setGuestCpu(0.21)
                .setIsolation(
                    "a sandbox of its own (bubblewrap) without your files; control groups that"
                        + " stop, cap and count it; idle scheduling, idle disk access, first to go"
                        + " when memory is short"))
        .setNextChange("the computer is yours alone at 00:00")
        .setNextChangeEpochMillis(now + 28_000)
        .setConnected(true)
        .setCoordinator("grid.example.org:7400")
        .setJob("J41")
        .setJobName("heat")
        .setUser("ada")
        .setProfile("weekend")
        .addSources(
            SourceHealth.newBuilder()
                .setName("wayland-0")
                .setWorking(true)
                .setDetail("idle notification of the compositor, input alone")
                .setLastInputEpochMillis(now - 2_000))
        .addSources(
            SourceHealth.newBuilder().setName("logind").setDetail("no bus answers at /run/dbus"))
        .addSessions(
            OwnerSession.newBuilder()
                .setId("3")
                .setUser("grace")
                .setKind("wayland")
                .setSeat("seat0")
                .addSeenBy("wayland-0"))
        .addSessions(
            OwnerSession.newBuilder().setId("7").setUser("ken").setKind("unknown").setRemote(true))
        .addEngagements(
            OwnerEngagement.newBuilder()
                .setHow("screen-kept-on")
                .setBy("Firefox: playing a video")
                .setSource("logind"))
        .setConditions(
            OwnerConditions.newBuilder().setCharge(0.62).setCelsius(71).setOwnerDisk(0.4))
        .setRecord(
            OwnerRecord.newBuilder()
                .setSinceEpochMillis(now - 90L * 86_400_000)
                .setGuestSeconds(734_000)
                .setGuestCoreSeconds(5_100_000)
                .setJobs(41)
                .setUsers(3)
                .setVacated(118)
                .setEvicted(2)
                .setIncidents(1)
                .addRecent(
                    OwnerReclaim.newBuilder()
                        .setAtEpochMillis(now)
                        .setWhy("you used the keyboard or mouse")
                        .setSource("wayland-0")
                        .setWorker("J41-w3")
                        .setJob("J41")
                        .setUser("ada")
                        .setHeldMillis(0.62)
                        .setFreeMillis(-1))
                .addRecent(
                    OwnerReclaim.newBuilder()
                        .setAtEpochMillis(now - 4_000_000)
                        .setWhy("your programs need the processor")
                        .setWorker("J40-w1")
                        .setJob("J40")
                        .setUser("ada")
                        .setHeldMillis(3.1)
                        .setFreeMillis(30_004)
                        .setKilled(true)))
        .addWarnings("your record cannot be stored on disk for now (No space left on device)")
        .build();
  }

  private String page(OwnerStatus status, Screen screen) {
    final PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    final Path here = Path.of(".");
    final CommandEnvironment environment =
        new CommandEnvironment(
            new CommandEnvironment.Output(nowhere, screen),
            new CommandEnvironment.Output(nowhere, screen),
            here,
            new Home(here, here),
            clock,
            ZoneOffset.UTC,
            () -> {
              throw new IllegalStateException(GridClient.class + " is not asked");
            });
    return OwnerText.page(environment, status);
  }

  @Test
  void fitsATerminalOfEightyColumnsAndTellsAllThatMatters() throws Exception {
    final String page = page(busy(), new Screen(true, COLUMNS, false));
    assertThat(page.lines())
        .allSatisfy(
            line -> assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(COLUMNS));
    assertThat(page.replaceAll("\\s+", " "))
        .contains("desk-12 vacating", "No space left on device", "battery at 62%, 71 °C")
        .contains("lost logind: no bus answers", "7 of ken, unknown, remote")
        .contains("Firefox: playing a video keeps the screen on", "not detected")
        .contains("to 41 jobs of 3 users", "120 times, 2 of them killed", "0.62 ms");
    final Path shown = Path.of("target", "owner-page.txt");
    Files.writeString(shown, page(busy(), new Screen(true, COLUMNS, true)), StandardCharsets.UTF_8);
  }

  @Test
  void saysSoWhenNothingSeesTheOwner() {
    assertThat(page(OwnerStatus.getDefaultInstance(), Screen.NONE))
        .contains("none: Lull assumes that you are present")
        .contains("incidents   none");
  }

  @Test
  void hasTheFieldsThatProgramsRelyOn() {
    final ObjectNode status = OwnerJson.status(busy());
    assertThat(fields(status))
        .contains("node", "state", "reason", "since", "nextChange", "nextChangeAt", "paused")
        .contains("sources", "sessions", "engagements", "conditions", "profile", "record")
        .contains("warnings", "reclaims", "vacate", "lostReclaims", "isolation");
    assertThat(fields((ObjectNode) status.get("record")))
        .containsExactly(
            "since",
            "guestSeconds",
            "guestCoreSeconds",
            "jobs",
            "users",
            "vacated",
            "evicted",
            "incidents",
            "recent");
    final ObjectNode reclaim = (ObjectNode) status.get("record").get("recent").get(0);
    assertThat(fields(reclaim))
        .containsExactly(
            "at", "why", "source", "worker", "job", "user", "heldMs", "freeMs", "killed");
    assertThat(reclaim.get("freeMs").isNull()).isTrue();
    assertThat(fields((ObjectNode) status.get("conditions")))
        .containsExactly(
            "mains", "charge", "powerSaver", "celsius", "throttled", "ownerDisk", "ownerNetwork");
    assertThat(status.get("sessions").get(1).get("seenBy")).isEmpty();
  }

  private static List<String> fields(ObjectNode node) {
    return node.propertyStream().map(Map.Entry::getKey).toList();
  }
}
