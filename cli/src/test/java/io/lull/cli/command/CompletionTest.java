package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompletionTest {
  @TempDir private Path folder = Path.of("");
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("completion");
    grid.jobs.put("J1", JobView.newBuilder().setId("J1").setState("running").build());
    grid.jobs.put("J12", JobView.newBuilder().setId("J12").setState("running").build());
    grid.nodes.add(NodeView.newBuilder().setName("ada").build());
    grid.nodes.add(NodeView.newBuilder().setName("bob").build());
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  /**
   * @param line ends with what is being typed
   */
  private List<String> of(String line) {
    terminal.type("complete -- " + line);
    assertThat(terminal.code()).isZero();
    assertThat(terminal.err()).isEmpty();
    return terminal.out().lines().toList();
  }

  @Test
  void commandsOptionsAndWhatTheyTake() {
    assertThat(of("ca")).containsExactly("cancel");
    assertThat(of("owner pau")).containsExactly("pause");
    assertThat(of("submit --checkp")).containsExactly("--checkpoint");
    assertThat(of("submit --app j")).containsExactly("jacobi", "jacobi-loops");
    assertThat(of("submit --checkpoint a")).containsExactly("auto");
    assertThat(of("jobs --state s")).containsExactly("starting", "suspended");
    assertThat(of("new Heat --model b")).containsExactly("bag");
    assertThat(of("xyz")).isEmpty();
  }

  @Test
  void jobsAndNodesAreThoseOfTheGrid() {
    assertThat(of("job J")).containsExactly("J1", "J12");
    assertThat(of("cancel J1 J12")).containsExactly("J12");
    assertThat(of("drain a")).containsExactly("ada");
    assertThat(of("migrate J1 b")).containsExactly("bob");
    assertThat(of("explain b")).containsExactly("bob");
    assertThat(of("job --json J12")).containsExactly("J12");
  }

  @Test
  void whereTheGridCannotBeAskedNothingIsSaid() {
    grid.failure = Status.UNAVAILABLE;
    assertThat(of("job J")).isEmpty();
    assertThat(new Terminal(null, folder).type("complete -- job J").out()).isEmpty();
  }

  @Test
  void hiddenCommandsAreNotOffered() {
    assertThat(of("gen")).isEmpty();
    assertThat(of("comp")).containsExactly("completion");
  }

  @Test
  void everyShellHasAScript() {
    for (final String shell : List.of("bash", "zsh", "fish")) {
      assertThat(terminal.type("completion " + shell).out()).contains("complete -- ");
    }
    terminal.type("completion csh");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("'csh' must be bash, zsh or fish");
  }
}
