package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workstation and a person are revoked while the grid computes. */
@Tag("system")
@Tag("nightly")
final class RevokeTest {
  private static final int NOT_ALLOWED = 4;
  private static final int SIZE = 61;
  private static final int ITERATIONS = 300;
  private static final Duration LONG = Duration.ofMinutes(3);

  @TempDir private Path folder;

  @AfterEach
  void leavesNothingBehind() {
    final Leftovers leftovers = new Leftovers();
    leftovers.watch(folder);
    leftovers.check();
  }

  @Test
  void aRevokedNodeEndsAndItsJobComesToItsRightEnd() throws IOException {
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final String away = "script:" + Files.writeString(folder.resolve("away.script"), "0 mains\n");
      final TestAgent lost = grid.startAgent("pc1", Place.HERE, Map.of(), away);
      grid.startAgent("pc2", Place.HERE, Map.of(), away);
      final String job = grid.submitJacobi(SIZE, ITERATIONS, "20ms", "1:2");
      grid.awaitJob(job, "has two workers", LONG, document -> TestGrid.workers(document) == 2);

      grid.lull("revoke", "pc1", "--json").good();

      assertThat(lost.program().awaitExit(TestGrid.SOON))
          .as(lost.program().said())
          .isEqualTo(NOT_ALLOWED);
      assertThat(lost.program().errorLines())
          .anySatisfy(line -> assertThat(line).contains("was revoked by"));
      grid.awaitRightResult(job, SIZE, ITERATIONS, LONG);
      assertThat(names(grid.ask("nodes", "--json").good().json())).containsExactly("pc2");

      deleteAll(lost.data().resolve("credentials"));
      grid.startAgent("pc1", Place.HERE, Map.of(), away);
      assertThat(names(grid.ask("nodes", "--json").good().json())).containsExactly("pc1", "pc2");
      assertThat(actions(grid.ask("audit", "--json").good().json()))
          .containsSubsequence("submit " + job, "revoke pc1", "enrol pc1");
    }
  }

  @Test
  void aRevokedPersonIsToldSo() {
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final Path home = folder.resolve("home-ulla");
      grid.login(home, grid.token("user"), "ulla").good();
      grid.ask(home, "jobs").good();
      grid.ask(home, "revoke", "admin").refused(NOT_ALLOWED, "ulla.*role");
      grid.ask("revoke", "admin").refused(2, "last administrator");

      grid.ask("revoke", "ulla").good();

      grid.ask(home, "jobs").refused(NOT_ALLOWED, "ulla was revoked by admin at");
      assertThat(names(grid.ask("revoked", "--json").good().json())).containsExactly("ulla");
      grid.login(home, grid.token("user"), "ulla").refused(2, "'ulla' was revoked");
      final String own =
          grid.ask("token", "create", "--role", "user", "--for", "ulla").good().output().strip();
      grid.login(home, own, "mallory").refused(NOT_ALLOWED, "this token is for 'ulla'");
      grid.login(home, own, "ulla").good();
      grid.ask(home, "jobs").good();
    }
  }

  private static List<String> names(JsonNode all) {
    final List<String> names = new ArrayList<>();
    all.forEach(one -> names.add(one.path("name").asText()));
    return names;
  }

  private static List<String> actions(JsonNode audit) {
    final List<String> actions = new ArrayList<>();
    audit
        .path("entries")
        .forEach(
            one -> actions.add(one.path("action").asText() + " " + one.path("subject").asText()));
    return actions;
  }

  private static void deleteAll(Path credentials) throws IOException {
    try (Stream<Path> files = Files.list(credentials)) {
      for (final Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(credentials);
  }
}
