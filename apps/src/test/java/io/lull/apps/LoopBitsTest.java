package io.lull.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.apps.barnes.Barnes;
import io.lull.apps.fft.Fft;
import io.lull.apps.jacobi.JacobiLoops;
import io.lull.apps.mgs.Mgs;
import io.lull.apps.nbf.Nbf;
import io.lull.apps.water.Water;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Layout;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fork-join programs end with the bits of one worker: on any number of workers, of which one
 * has seven times the share of the others, with one and two threads, on processors with and without
 * vector instructions, interpreted, and through changes at random.
 */
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class LoopBitsTest {
  private static final int CHANGES = 12;
  private static final int MANY_CHANGES = 100;
  private static final double FAST = 7;
  private static final String PACE = "100ms";

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  @TempDir Path folder;

  /** Small problems of some hundred iterations. */
  enum Problem {
    MGS(Mgs.class, "rows=110 columns=113"),
    JACOBI(JacobiLoops.class, "size=40 iterations=110"),
    FFT(Fft.class, "nx=8 ny=4 nz=16 iterations=110"),
    NBF(Nbf.class, "molecules=90 steps=110 partners=random"),
    BARNES(Barnes.class, "bodies=50 steps=110"),
    WATER(Water.class, "molecules=64 steps=110"),
    FEWER_ELEMENTS_THAN_WORKERS(OddLoops.class, "count=3 rounds=110"),
    GUIDED_MGS(Mgs.class, "rows=110 columns=113 schedule=guided"),
    MEASURED_JACOBI(JacobiLoops.class, "size=40 iterations=110 schedule=measured"),
    DYNAMIC_FFT(Fft.class, "nx=8 ny=4 nz=16 iterations=110 schedule=dynamic"),
    GUIDED_NBF(Nbf.class, "molecules=90 steps=110 schedule=guided"),
    MEASURED_BARNES(Barnes.class, "bodies=50 steps=110 schedule=measured"),
    DYNAMIC_WATER(Water.class, "molecules=64 steps=110 schedule=dynamic"),
    TWO_LEVELS(TwoLevels.class, "rounds=15"),
    DYNAMIC(UnevenLoops.class, "rounds=24 schedule=dynamic"),
    GUIDED(UnevenLoops.class, "rounds=24 schedule=guided"),
    MEASURED(UnevenLoops.class, "rounds=24 schedule=measured"),
    BY_COST(UnevenLoops.class, "rounds=24 schedule=cost");

    private final Class<?> program;
    private final String parameters;

    Problem(Class<?> program, String parameters) {
      this.program = program;
      this.parameters = parameters;
    }

    Map<String, String> parameters() {
      return read(parameters);
    }

    static Map<String, String> read(String parameters) {
      return Stream.of(parameters.split(" "))
          .map(each -> each.split("="))
          .collect(Collectors.toMap(each -> each[0], each -> each[1]));
    }
  }

  /** What the workers' Java machines are like. */
  enum Machine {
    ONE_THREAD("-XX:ActiveProcessorCount=1"),
    TWO_THREADS("-XX:ActiveProcessorCount=2"),
    INTERPRETED("-Xint"),
    WITHOUT_AVX("-XX:UseAVX=0"),
    AVX("-XX:UseAVX=1"),
    AVX2("-XX:UseAVX=2"),
    AVX512("-XX:UseAVX=3");

    private final String flag;

    Machine(String flag) {
      this.flag = flag;
    }

    List<String> flags() {
      return List.of("-Xmx96m", "-XX:+UseSerialGC", WorkerProcess.UNREHEARSED, flag);
    }
  }

  /** A job of a problem, and workers that wait to join it. */
  private final class Office implements AutoCloseable {
    private final Problem problem;
    private final Map<String, String> alone;
    private final TestJob job;
    private final Deque<WorkerProcess> waiting = new ArrayDeque<>();

    Office(Problem problem, Machine machine, int workers) throws Exception {
      this(problem, problem.parameters(), machine, workers);
    }

    Office(Problem problem, Map<String, String> alone, Machine machine, int workers)
        throws Exception {
      this.problem = problem;
      this.alone = alone;
      final Map<String, String> parameters = new HashMap<>(alone);
      parameters.put("pace", PACE);
      job =
          new TestJob(
              Files.createDirectory(folder.resolve("workers")),
              problem.program,
              parameters,
              DataPlane.getDefaultInstance(),
              machine.flags());
      waiting.addAll(job.start(workers));
      waiting.getFirst().weighs(FAST);
    }

    List<WorkerProcess> next(int count) {
      final List<WorkerProcess> next = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        next.add(waiting.remove());
      }
      return next;
    }

    void assertRight() throws Exception {
      final Path reference = folder.resolve("alone");
      assertThat(job.awaitCompleted()).isEqualTo(SoloRun.of(problem.program, alone, reference));
      final Path outputs = job.members().getFirst().folder().resolve("outputs");
      try (var files = Files.list(reference)) {
        for (final Path file : files.toList()) {
          assertThat(outputs.resolve(file.getFileName())).hasSameBinaryContentAs(file);
        }
      }
    }

    @Override
    public void close() {
      job.close();
    }
  }

  /** Each change brings a worker, takes one away, or replaces one. */
  private void changeAtRandom(Office office, int workers) throws Exception {
    final RandomGenerator random = seed.random();
    office.job.begin(office.next(workers));
    for (int i = 0; i < CHANGES; i++) {
      final List<WorkerProcess> members = new ArrayList<>(office.job.members());
      final boolean grows = members.size() < workers && random.nextBoolean();
      if (!grows) {
        members.remove(random.nextInt(members.size()));
      }
      if (grows || members.isEmpty() || random.nextBoolean()) {
        members.addAll(office.next(1));
      }
      office.job.change(members);
    }
    office.assertRight();
  }

  static Stream<Arguments> problemsAndWorkers() {
    return Stream.of(Problem.values())
        .flatMap(
            problem -> Stream.of(1, 2, 3, 5, 7, 8).map(workers -> Arguments.of(problem, workers)));
  }

  @ParameterizedTest
  @MethodSource("problemsAndWorkers")
  void onAnyNumberOfWorkers(Problem problem, int workers) throws Exception {
    final Machine machine = workers % 2 == 0 ? Machine.TWO_THREADS : Machine.ONE_THREAD;
    try (Office office = new Office(problem, machine, workers + CHANGES)) {
      changeAtRandom(office, workers);
    }
  }

  static Stream<Arguments> problemsAndMachines() {
    return Stream.of(Problem.values())
        .flatMap(
            problem -> Stream.of(Machine.values()).map(machine -> Arguments.of(problem, machine)));
  }

  @ParameterizedTest
  @MethodSource("problemsAndMachines")
  void onAnyMachine(Problem problem, Machine machine) throws Exception {
    try (Office office = new Office(problem, machine, 3 + CHANGES)) {
      changeAtRandom(office, 3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whenEachOfTheFirstMembersLeavesInTurn(Problem problem) throws Exception {
    try (Office office = new Office(problem, Machine.ONE_THREAD, 8)) {
      final List<WorkerProcess> first = office.next(4);
      office.job.begin(first);
      for (final WorkerProcess leaver : first) {
        final List<WorkerProcess> members = new ArrayList<>(office.job.members());
        members.remove(leaver);
        members.addAll(office.next(1));
        office.job.change(members);
      }
      office.assertRight();
    }
  }

  @ParameterizedTest
  @EnumSource
  void fromEightToOneToEight(Problem problem) throws Exception {
    try (Office office = new Office(problem, Machine.ONE_THREAD, 15)) {
      final List<WorkerProcess> eight = office.next(8);
      office.job.begin(eight);
      office.job.change(List.of(eight.get(5)));
      final List<WorkerProcess> again = new ArrayList<>(List.of(eight.get(5)));
      again.addAll(office.next(7));
      office.job.change(again);
      office.assertRight();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whenFourLeaveAndThreeJoinAtOnce(Problem problem) throws Exception {
    try (Office office = new Office(problem, Machine.ONE_THREAD, 9)) {
      final List<WorkerProcess> first = office.next(6);
      office.job.begin(first);
      final List<WorkerProcess> then = new ArrayList<>(first.subList(4, 6));
      then.addAll(office.next(3));
      office.job.change(then);
      office.assertRight();
    }
  }

  /** In a run that is paced to take a minute: there has to be time for all of them. */
  @ParameterizedTest
  @CsvSource({"MGS, rows=600 columns=603", "NBF, molecules=90 steps=600 partners=random"})
  void throughAHundredChangesInAMinute(Problem problem, String parameters) throws Exception {
    try (Office office =
        new Office(problem, Problem.read(parameters), Machine.ONE_THREAD, 2 + MANY_CHANGES / 2)) {
      office.job.begin(office.next(2));
      final long began = System.nanoTime();
      for (int i = 0; i < MANY_CHANGES; i++) {
        final List<WorkerProcess> members = new ArrayList<>(office.job.members());
        if (i % 2 == 0) {
          members.addAll(office.next(1));
        } else {
          members.removeFirst();
        }
        office.job.change(members);
      }
      System.out.printf(
          "%s: %d changes in %d s%n",
          problem, MANY_CHANGES, Duration.ofNanos(System.nanoTime() - began).toSeconds());
      office.assertRight();
    }
  }

  /** A program that forks once: one worker leaves, one leaves in a hurry, and one is killed. */
  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void oneLoopOfTenMinutes() throws Exception {
    final Path executed = folder.resolve("executed");
    final String count = "6240";
    final Map<String, String> parameters =
        Map.of("count", count, "pace", "250ms", "executed", executed.toString());
    try (TestJob job =
        new TestJob(
            Files.createDirectory(folder.resolve("workers")),
            OneLoop.class,
            parameters,
            DataPlane.getDefaultInstance(),
            Machine.ONE_THREAD.flags())) {
      final List<WorkerProcess> all = new ArrayList<>(job.start(5));
      job.keepSafePoints(true);
      job.begin(all.subList(0, 3));
      awaitExecuted(executed, 2_160);
      job.change(all.subList(1, 4));
      awaitExecuted(executed, 4_320);
      job.changeFromTheSafePointBefore(all.subList(2, 4));
      awaitExecuted(executed, 5_280);
      final long safePoint = job.checkpoint(1, false);
      final Layout kept = job.layout();
      final List<WorkerProcess> members = job.members();
      final WorkerProcess survivor = members.getLast();
      for (int rank = 0; rank < members.size(); rank++) {
        if (members.get(rank) != survivor) {
          KeptPieces.bring(1, rank, members.get(rank), survivor);
        }
      }
      awaitExecuted(executed, 5_760);
      job.lose(members.getFirst());
      job.recover(
          List.of(survivor, all.get(4)), 1, safePoint, kept, Map.of(0, survivor, 1, survivor));
      awaitExecuted(executed, 6_560);
      assertThat(job.awaitCompleted())
          .isEqualTo(SoloRun.of(OneLoop.class, Map.of("count", count), folder.resolve("alone")));
    }
  }

  private static void awaitExecuted(Path executed, long iterations) {
    Eventually.await(
        iterations + " iterations are done",
        Duration.ofMinutes(10),
        () -> executed.toFile().length() >= iterations);
  }
}
