package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are about several jobs. */
final class JobListsTest {
  @TempDir private Path folder = Path.of("");
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("lists");
    terminal = new Terminal(grid, folder);
    job("J1", "ada", "finished", "Plates of tin");
    job("J2", "bob", "running", "plates");
    job("J3", "ada", "suspended", "darts");
    job("J4", "ada", "running", "darts");
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  private void job(String id, String user, String state, String name) {
    grid.jobs.put(
        id,
        JobView.newBuilder()
            .setId(id)
            .setUser(user)
            .setState(state)
            .setName(name)
            .setMaxWorkers(1)
            .setPriority(7)
            .build());
  }

  private List<String> ids(String options) throws IOException {
    terminal.type("jobs --json " + options);
    assertThat(terminal.code()).as(terminal.err()).isZero();
    return new ObjectMapper()
        .readTree(terminal.out()).findValues("id").stream().map(JsonNode::asText).toList();
  }

  @Test
  void jobsAreListedByUserStateNameAndNumber() throws IOException {
    assertThat(ids("--user ada")).containsExactly("J1", "J3", "J4");
    assertThat(ids("--state running,suspended")).containsExactly("J2", "J3", "J4");
    assertThat(ids("--name PLATES")).containsExactly("J1", "J2");
    assertThat(ids("--limit 2")).containsExactly("J3", "J4");
    assertThat(ids("--user ada --state running --name dart --limit 5")).containsExactly("J4");
    assertThat(ids("--user carol")).isEmpty();
  }

  @Test
  void columnsAreThoseThatWereAskedFor() {
    terminal.type("jobs --columns job,priority,ended --limit 1");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly("JOB PRIORITY ENDED", "J4 7 –");
  }

  @Test
  void noneOfSeveralIsNotAnEmptyTable() {
    terminal.type("jobs --user carol");
    assertThat(terminal.out()).isEqualTo("No such jobs, out of 4.\n");
  }

  @Test
  void severalJobsAreCancelledAtOnce() {
    terminal.type("cancel J2 3-J4 J2");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out().lines())
        .containsExactly("J2 cancelled", "J3 cancelled", "J4 cancelled");
  }

  @Test
  void oneThatCannotBeCancelledDoesNotKeepTheOthers() throws IOException {
    terminal.type("cancel J9 J4");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.out()).isEqualTo("J4 cancelled\n");
    assertThat(terminal.err().lines()).hasSize(1).first().asString().startsWith("J9: ");
    terminal.type("cancel J4 J3 --json");
    assertThat(new ObjectMapper().readTree(terminal.out())).hasSize(2);
    terminal.type("cancel J4 --json");
    assertThat(new ObjectMapper().readTree(terminal.out()).get("id").asText()).isEqualTo("J4");
  }
}
