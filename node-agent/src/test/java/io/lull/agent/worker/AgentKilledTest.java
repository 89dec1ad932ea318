package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.Processes;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whenever an agent is killed, nothing of its guests runs on. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class AgentKilledTest {
  /** So many unless a longer run is wanted. */
  private static final int ROUNDS = Integer.getInteger("lull.rounds", 7);

  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int LONGEST_LIFE_MILLIS = 600;

  /**
   * Stands in for Java: never ends, hears no polite word, and has a child that left its session.
   */
  private static final String SPINNER =
      """
      #!/bin/sh
      trap '' HUP INT TERM
      setsid sh -c 'trap "" HUP INT TERM; while :; do :; done' "$0-child" &
      while :; do :; done
      """;

  @TempDir Path folder;
  @RegisterExtension final Seed seed = Seed.ofThisRun();
  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @Test
  void killedAtAnyMomentNoGuestRunsOn() throws Exception {
    final RandomGenerator random = seed.random();
    final boolean groups = AgentThatDies.guests().groups();
    final boolean sandboxes = AgentThatDies.guests().sandbox().confines();
    assumeThat(groups || sandboxes).as("control groups or a sandbox can be had here").isTrue();
    for (int round = 0; round < ROUNDS; round++) {
      final boolean sandbox = sandboxes && (!groups || random.nextBoolean());
      final boolean early = random.nextInt(4) == 0;
      final boolean suspended = !early && random.nextBoolean();
      final Path own = desk("round-" + round);
      try (RunningProgram agent = agent(own, sandbox, suspended)) {
        agent.awaitLine(suspended ? "suspended" : "begins", PATIENCE);
        if (!early && !suspended) {
          Eventually.await("the guest computes", PATIENCE, () -> computing(own) >= 2);
        }
        final Future<ProcessHandle> end = ProcessHandle.of(agent.pid()).orElseThrow().onExit();
        assertThatThrownBy(
                () -> end.get(random.nextInt(LONGEST_LIFE_MILLIS), TimeUnit.MILLISECONDS))
            .isInstanceOf(TimeoutException.class);
        agent.kill();
        agent.awaitExit(PATIENCE);
        Eventually.await(
            "nothing is left in round %d: sandbox %s, early %s, suspended %s"
                .formatted(round, sandbox, early, suspended),
            GONE_WITHIN,
            () -> left(own) == 0);
      }
    }
    assertThat(left(folder)).isZero();
    nextAgentStartsClean(folder.resolve("round-0"));
  }

  @Test
  void theNextAgentEndsWhatTheWardenDidNot() throws Exception {
    assumeThat(AgentThatDies.guests().groups()).as("control groups can be had here").isTrue();
    final Path own = desk("unguarded");
    try (RunningProgram agent = agent(own, false, false)) {
      Eventually.await("the guest computes", PATIENCE, () -> computing(own) >= 2);
      final List<ProcessHandle> reapers =
          agent.family().stream()
              .filter(child -> Processes.commandLine(child.pid()).contains("lull-reaper"))
              .toList();
      assertThat(reapers).hasSize(1);
      reapers.getFirst().destroyForcibly();
      Eventually.await("the reaper is gone", PATIENCE, () -> !reapers.getFirst().isAlive());
      agent.kill();
      agent.awaitExit(PATIENCE);
      Eventually.await("only the stray child is left", PATIENCE, () -> computing(own) == 1);
      nextAgentStartsClean(own);
      assertThat(left(own)).isZero();
    }
  }

  private static void nextAgentStartsClean(Path own) throws Exception {
    final WorkerTable next = AgentThatIsKilled.table(own, false);
    assertThat(own.resolve("work/J1-w1")).doesNotExist();
    assertThat(own.resolve("guests")).hasContent("");
    next.endAll();
  }

  private Path desk(String name) throws IOException {
    final Path own = folder.resolve(name);
    final Path java = own.resolve("jdk/bin/java");
    Files.createDirectories(own.resolve("jdk/bin"));
    Files.writeString(java, SPINNER);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return own;
  }

  private static RunningProgram agent(Path own, boolean sandbox, boolean suspended)
      throws IOException {
    return RunningProgram.named("agent")
        .command(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AgentThatIsKilled.class.getName(),
                own.toString(),
                Boolean.toString(sandbox),
                Boolean.toString(suspended)))
        .toleratingAnyLog()
        .start();
  }

  /** Of the guest's two processes, those that live. */
  private static long computing(Path own) {
    final String java = own.resolve("jdk/bin/java").toString();
    return running()
        .filter(
            line -> line.startsWith("/bin/sh " + java) || line.strip().endsWith(java + "-child"))
        .count();
  }

  /** Of all that were started for the guest, also those that are about to become it. */
  private static long left(Path own) {
    return running().filter(line -> line.contains(own.toString() + "/")).count();
  }

  private static Stream<String> running() {
    return ProcessHandle.allProcesses()
        .filter(Processes::running)
        .map(process -> Processes.commandLine(process.pid()));
  }
}
