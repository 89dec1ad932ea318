package io.lull.bench.checkpoint;

import io.lull.bench.FigureDocument;
import io.lull.bench.LowerBounds;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.Pause;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.CheckpointsView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A job of two workers on two agents of this machine keeps its data again and again: how long it
 * stands still, and until every piece is on two disks.
 */
public final class CheckpointFigures {
  public static final String USAGE =
      """
      lull bench checkpoint [--sizes N,...] [--rounds K] [--json FILE]
        --sizes N,...   cells on a side of the job's square of doubles (default 2896, 8192: 64 and 512 MiB)
        --rounds K      so many checkpoints of each (default 5)\
      """;

  private static final int MOST_SIZE = 1 << 14;
  private static final double MIB = 1 << 20;
  private static final int MOST_ROUNDS = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long LOOK_EVERY_MILLIS = 500;
  private static final UnaryOperator<List<String>> HERE = UnaryOperator.identity();

  private final List<Integer> sizes;
  private final int rounds;
  private final FigureDocument document;

  /** What one checkpoint cost. */
  private record Kept(double standMillis, double durableMillis) {}

  /**
   * @param cachedBytes of all pieces that are on the disk, the most that was seen
   */
  private record Measured(List<Kept> kept, long cachedBytes) {}

  private CheckpointFigures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_SIZE, 2896, 8192);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static CheckpointFigures of(List<String> words) {
    return new CheckpointFigures(
        OptionPairs.read(words, OptionPairs.SIZES, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws IOException, InterruptedException {
    System.out.println(
        "| grid | stands still, median (least to most) | one copy | durable on two disks | written"
            + " and synced, sent | against the slower | of the pieces in the page cache, at most"
            + " |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    for (final int size : sizes) {
      print(size);
    }
    document.write();
  }

  private void print(int size) throws IOException, InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.create()) {
      final Path folder = temporary.path();
      final long bytes = (long) size * size * Double.BYTES;
      final double[] copy = new double[rounds];
      final double[] write = new double[rounds];
      final double[] send = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        copy[round] = LowerBounds.copyMillis(bytes);
        // Each of two pieces is on two disks, which are one here.
        write[round] = LowerBounds.writeMillis(folder, 2 * bytes);
        send[round] = LowerBounds.sendMillis(bytes);
      }
      final Measured measured = measure(folder, size);
      final List<Kept> kept = measured.kept();
      final Sample stand = new Sample(kept.stream().map(Kept::standMillis).toList());
      final Sample durable = new Sample(kept.stream().map(Kept::durableMillis).toList());
      final double slower = Math.max(Sample.of(write).median(), Sample.of(send).median());
      System.out.printf(
          Locale.ROOT,
          "| %d² | %s | %.3g ms | %s | %.3g, %.3g ms | %.2f | %.3g MiB |%n",
          size,
          stand.in("ms"),
          Sample.of(copy).median(),
          durable.in("ms"),
          Sample.of(write).median(),
          Sample.of(send).median(),
          durable.median() / slower,
          measured.cachedBytes() / MIB);
      document
          .row()
          .put("size", size)
          .put("standMs", stand.median())
          .put("copyMs", Sample.of(copy).median())
          .put("durableMs", durable.median())
          .put("writeMs", Sample.of(write).median())
          .put("sendMs", Sample.of(send).median())
          .put("cachedBytes", measured.cachedBytes());
    }
  }

  private Measured measure(Path folder, int size) throws IOException, InterruptedException {
    final Path quiet = Files.writeString(folder.resolve("quiet"), "0 mains\n");
    final Map<String, String> settings =
        Map.of(
            "idle-after",
            "1s",
            "cpu-threshold",
            "1.0",
            "cpu-window",
            "1s",
            "max-memory",
            "9G",
            "max-disk",
            "20G",
            // Two nodes share this machine: all that their guests have together is its two cores.
            "max-cores",
            "1");
    try (SmallGrid grid = SmallGrid.start(folder, "127.0.0.1", HERE)) {
      for (final String name : List.of("one", "two")) {
        grid.agent(name, "script:" + quiet, settings, Map.of(), HERE);
      }
      final String job =
          grid.submit(
              HERE,
              List.of(
                  "--app",
                  "jacobi",
                  "--workers",
                  "2",
                  "--memory",
                  "4G",
                  "--checkpoint",
                  "5s",
                  "--param",
                  "size=" + size,
                  "--param",
                  "iterations=1000000"));
      try (GridClient client = grid.client()) {
        final Measured measured = watched(client, job, folder);
        client.cancel(job);
        return measured;
      }
    }
  }

  /** Asks seldom and from this process: the two cores are the job's. */
  private Measured watched(GridClient client, String job, Path folder)
      throws IOException, InterruptedException {
    final List<Kept> kept = new ArrayList<>();
    long seen = 0;
    long cachedBytes = 0;
    final long deadline = SystemClock.INSTANCE.nanos() + PATIENCE.toNanos();
    while (kept.size() < rounds) {
      if (SystemClock.INSTANCE.nanos() > deadline) {
        throw new IOException("the job keeps its data too seldom");
      }
      Pause.millis(LOOK_EVERY_MILLIS);
      final CheckpointsView checkpoints = client.job(job).getCheckpoints();
      if (checkpoints.getCount() > seen) {
        seen = checkpoints.getCount();
        kept.add(new Kept(checkpoints.getCaptureMillis(), checkpoints.getDurableMillis()));
        cachedBytes = Math.max(cachedBytes, PageCache.residentBytes(folder, ".piece"));
      }
    }
    return new Measured(kept, cachedBytes);
  }
}
