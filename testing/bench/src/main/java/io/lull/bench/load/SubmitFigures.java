package io.lull.bench.load;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.SubmitReply;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/**
 * Jobs that a coordinator accepts in a second, each durable before its user has its name, beside
 * what the disk under it makes durable one after the other.
 */
public final class SubmitFigures {
  public static final String USAGE =
      """
      lull bench submit [--jobs N] [--clients N] [--rounds K] [--json FILE]
        --clients N  so many users submit at the same time, each one job after the other\
      """;

  private static final String JOBS = "--jobs";
  private static final String CLIENTS = "--clients";
  private static final int MOST_JOBS = 100_000;
  private static final int MOST_CLIENTS = 256;

  /** So many writes of the disk's own tell how fast it is. */
  private static final int WRITES = 200;

  private static final int WRITE_BYTES = 1024;

  private final int jobs;
  private final int clients;
  private final int rounds;
  private final FigureDocument document;

  private SubmitFigures(OptionPairs options) {
    jobs = options.whole(JOBS, MOST_JOBS, 2000);
    clients = options.whole(CLIENTS, MOST_CLIENTS, 32);
    rounds = options.whole(OptionPairs.ROUNDS, 100, 3);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static SubmitFigures of(List<String> words) {
    return new SubmitFigures(
        OptionPairs.read(words, JOBS, CLIENTS, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final double[] rates = new double[rounds];
    final double[] disk = new double[rounds];
    final double[] slow = new double[rounds];
    try (TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid = SmallGrid.start(folder.path(), "127.0.0.1", UnaryOperator.identity());
        Users users = Users.of(grid, clients)) {
      // The first round finds code that was never run.
      for (int round = -1; round < rounds; round++) {
        final long begin = SystemClock.INSTANCE.nanos();
        final Sample each = submitAll(users.all());
        final double seconds = (SystemClock.INSTANCE.nanos() - begin) / 1e9;
        if (round >= 0) {
          rates[round] = jobs / seconds;
          slow[round] = each.percentile(0.99);
          disk[round] = durableWrites(folder.path());
        }
      }
    }
    final Sample rate = Sample.of(rates);
    System.out.println(
        "| jobs | at a time | accepted a second, median (least to most) | slowest of a hundred |"
            + " durable writes a second, one after the other |");
    System.out.println("| --- | --- | --- | --- | --- |");
    System.out.printf(
        Locale.ROOT,
        "| %d | %d | %s | %s | %s |%n",
        jobs,
        clients,
        rate.in(""),
        Sample.of(slow).in("ms"),
        Sample.of(disk).in(""));
    document
        .row()
        .put("jobs", jobs)
        .put("clients", clients)
        .put("perSecond", rate.median())
        .put("leastPerSecond", rate.least())
        .put("mostPerSecond", rate.most())
        .put("slowestOfHundredMs", Sample.of(slow).median())
        .put("diskWritesPerSecond", Sample.of(disk).median());
    document.write();
  }

  /** Each may only submit so much. */
  private record Users(List<GridClient> all) implements AutoCloseable {
    static Users of(SmallGrid grid, int count) throws IOException {
      final List<GridClient> all = new ArrayList<>();
      for (int user = 1; user <= count; user++) {
        all.add(grid.user("user" + user));
      }
      return new Users(List.copyOf(all));
    }

    @Override
    public void close() {
      all.forEach(GridClient::close);
    }
  }

  /** How long each took, in milliseconds. */
  private Sample submitAll(List<GridClient> users) throws Exception {
    final List<Future<List<Double>>> all = new ArrayList<>();
    final List<Double> millis = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
      for (int one = 0; one < clients; one++) {
        final int share = jobs / clients + (one < jobs % clients ? 1 : 0);
        final GridClient user = users.get(one);
        all.add(threads.submit(() -> submit(user, share)));
      }
      for (final Future<List<Double>> one : all) {
        millis.addAll(one.get());
      }
    }
    return new Sample(millis);
  }

  private static List<Double> submit(GridClient client, int count) {
    final JobSpec spec =
        JobSpec.newBuilder()
            .setName("waits")
            .setBag(Bag.newBuilder().addCommand("true").setTasks(1))
            .build();
    final List<Double> millis = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final long begin = SystemClock.INSTANCE.nanos();
      final SubmitReply _ = client.submit(spec);
      millis.add((SystemClock.INSTANCE.nanos() - begin) / 1e6);
    }
    return millis;
  }

  private static double durableWrites(Path folder) throws IOException {
    final ByteBuffer bytes = ByteBuffer.allocateDirect(WRITE_BYTES);
    try (FileChannel channel =
        FileChannel.open(
            folder.resolve("limit"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      final long begin = SystemClock.INSTANCE.nanos();
      for (int i = 0; i < WRITES; i++) {
        channel.write(bytes.clear());
        channel.force(false);
      }
      return WRITES / ((SystemClock.INSTANCE.nanos() - begin) / 1e9);
    }
  }
}
