package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent is killed: its worker ends with it, and the next agent clears away what is left. */
final class OrphanTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);

  @Test
  void aWorkerThatCaresForNobodyEndsWithItsAgent(@TempDir Path folder) throws Exception {
    final ProcessHandle orphan;
    try (RunningProgram agent =
        RunningProgram.named("agent")
            .command(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    AgentThatDies.class.getName(),
                    folder.toString()))
            .toleratingAnyLog()
            .start()) {
      final String line = agent.awaitLine("worker (\\d+)", PATIENCE);
      orphan = ProcessHandle.of(Long.parseLong(line.replaceAll("\\D", ""))).orElseThrow();
      agent.kill();
      agent.awaitExit(PATIENCE);
      Eventually.await("the worker is gone", GONE_WITHIN, () -> !orphan.isAlive());
      assertThat(Files.readString(folder.resolve("guests"))).startsWith("J1-w1 " + orphan.pid());
    }
    final WorkerTable next = AgentThatDies.table(folder, new Deaf());
    assertThat(folder.resolve("work/J1-w1")).doesNotExist();
    assertThat(folder.resolve("guests")).hasContent("");
    next.endAll();
  }

  private static final class Deaf implements WorkerListener {
    @Override
    public void started(String worker) {}

    @Override
    public boolean said(FromWorker report) {
      return true;
    }

    @Override
    public void ended(WorkerEnded ended) {}
  }
}
