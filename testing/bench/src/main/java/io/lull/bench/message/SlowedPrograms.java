package io.lull.bench.message;

import io.lull.bench.BenchWorkers;
import io.lull.bench.FigureDocument;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Welcome;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Programs on two workers of which one has half of its core, as its computer's owner computes, too:
 * once their tasks move to where there is less to do, and once they stay. Tables 4 and 5 of B.
 * Overeinder and others (1996), whose machines were eight with loads of other users.
 */
public final class SlowedPrograms {
  private static final int WORKERS = 2;
  private static final String ROLLED_BACK = "rolledback";
  private static final long MEMORY_BYTES = 900L << 20;

  private final List<SlowedProgram> programs;
  private final int rounds;
  private final FigureDocument document;

  /**
   * @param names of programs
   * @throws IllegalArgumentException with one line, when there is no such program
   */
  public SlowedPrograms(List<String> names, int rounds, FigureDocument document) {
    this.programs = names.stream().map(SlowedProgram::of).toList();
    this.rounds = rounds;
    this.document = document;
  }

  /** Measures and prints. */
  public void print() throws Exception {
    System.out.println(
        "| program | tasks stay, median (least to most) | tasks move | times as fast | the paper"
            + " |");
    System.out.println("| --- | --- | --- | --- | --- |");
    for (final SlowedProgram program : programs) {
      print(program);
    }
  }

  private void print(SlowedProgram program) throws Exception {
    final double[] stay = new double[rounds];
    final double[] move = new double[rounds];
    final double[] ratio = new double[rounds];
    Map<String, String> values = Map.of();
    for (int round = 0; round < rounds; round++) {
      final Run staying = run(program, false);
      final Run moving = run(program, true);
      if (!staying.values().equals(moving.values())
          || !(values.isEmpty() || values.equals(moving.values()))) {
        throw new IOException(
            program.word() + " came to other values: " + staying.values() + moving.values());
      }
      values = moving.values();
      stay[round] = staying.seconds();
      move[round] = moving.seconds();
      ratio[round] = staying.seconds() / moving.seconds();
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %.2f | %s |%n",
        program.word(),
        Sample.of(stay).in("s"),
        Sample.of(move).in("s"),
        Sample.of(ratio).median(),
        program.paper());
    document
        .row()
        .put("program", program.word())
        .put("staySeconds", Sample.of(stay).median())
        .put("moveSeconds", Sample.of(move).median())
        .put("timesAsFast", Sample.of(ratio).median());
  }

  /**
   * From the first computation to the last.
   *
   * @param values that it came to
   */
  private record Run(double seconds, Map<String, String> values) {}

  private static Run run(SlowedProgram program, boolean moves) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create();
        TestJob job =
            BenchWorkers.job(
                    folder.path(),
                    program.program(),
                    program.parameters(),
                    DataPlane.getDefaultInstance(),
                    MEMORY_BYTES)
                .welcome(Welcome.newBuilder().setNoAdapt(!moves).build())) {
      final List<WorkerProcess> workers = job.start(WORKERS);
      BenchWorkers.spread(workers);
      try (BusyCore _ = BusyCore.beside(workers.getLast())) {
        final long began = SystemClock.INSTANCE.nanos();
        job.begin(workers);
        final Map<String, String> values = new TreeMap<>(job.awaitCompleted());
        // How much was computed for nothing depends on the order in which messages come.
        values.remove(ROLLED_BACK);
        return new Run((SystemClock.INSTANCE.nanos() - began) / 1e9, values);
      }
    }
  }
}
