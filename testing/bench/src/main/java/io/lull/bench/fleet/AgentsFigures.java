package io.lull.bench.fleet;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.ProcessUse;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.Pause;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.testkit.net.ReservedPorts;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What a coordinator on one core uses for many nodes that say now and then that they are there. */
public final class AgentsFigures {
  public static final String USAGE =
      """
      lull bench agents [--nodes N] [--seconds S] [--warm-up S] [--json FILE]
        --seconds S  for so long is measured, after the nodes have been there for the warm-up\
      """;

  private static final String NODES = "--nodes";
  private static final String SECONDS = "--seconds";
  private static final String WARM_UP = "--warm-up";

  /** As many as have addresses here, with a margin to what a coordinator lets in. */
  private static final int MOST_NODES = 15_000;

  private static final int MOST_SECONDS = 86_400;
  private static final long SETTLES_MILLIS = 10_000;
  private static final String LAG = "lull_control_lag_seconds";
  private static final String ROUND = "lull_control_round_duration_seconds";
  private static final String PLAN = "lull_plan_duration_seconds";

  private final int count;
  private final int seconds;
  private final int warmUpSeconds;
  private final Cores cores;
  private final FigureDocument document;

  private AgentsFigures(OptionPairs options) {
    count = options.whole(NODES, MOST_NODES, 5000);
    seconds = options.whole(SECONDS, MOST_SECONDS, 60);
    warmUpSeconds = options.whole(WARM_UP, MOST_SECONDS, 45);
    document = options.document();
    cores = Cores.split();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static AgentsFigures of(List<String> words) {
    return new AgentsFigures(OptionPairs.read(words, NODES, SECONDS, WARM_UP, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    cores.stepAside();
    final ReservedPorts reserved = ReservedPorts.open(1);
    final HostPort vitals = new HostPort("127.0.0.1", reserved.first());
    try (reserved;
        TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid =
            SmallGrid.start(
                folder.path(),
                "127.0.0.1",
                cores::measuring,
                List.of("--metrics", vitals.toString()));
        GridClient client = grid.client();
        Fleet fleet =
            Fleet.of(
                count, grid.authority(), List.of(grid.address()), folder.path(), Hearing.NONE)) {
      final long coordinator = grid.coordinator().pid();
      Pause.millis(SETTLES_MILLIS);
      final ProcessUse empty = ProcessUse.of(coordinator);
      final long begin = SystemClock.INSTANCE.nanos();
      fleet.connect();
      System.err.printf(
          Locale.ROOT,
          "%d nodes are there after %.1f s%n",
          count,
          (SystemClock.INSTANCE.nanos() - begin) / 1e9);
      Pause.millis(warmUpSeconds * 1000L);
      final MetricsPage shownBefore = MetricsPage.read(vitals);
      final ProcessUse before = ProcessUse.of(coordinator);
      final long from = SystemClock.INSTANCE.nanos();
      Pause.millis(seconds * 1000L);
      final ProcessUse after = ProcessUse.of(coordinator);
      final double window = (SystemClock.INSTANCE.nanos() - from) / 1e9;
      final MetricsPage shown = MetricsPage.read(vitals);
      final long there =
          client.nodes().stream()
              .filter(node -> NodeState.of(node.getState()) != NodeState.OFFLINE)
              .count();
      table(
          new Use(
              (after.cpuSeconds() - before.cpuSeconds()) / window,
              after.residentBytes(),
              after.mostResidentBytes(),
              (double) (after.residentBytes() - empty.residentBytes()) / count),
          shownBefore,
          shown,
          there,
          fleet.losses());
    }
  }

  /** Of the coordinator's process. */
  private record Use(
      double ofCore, long residentBytes, long mostResidentBytes, double bytesOfNode) {}

  private void table(Use use, MetricsPage before, MetricsPage after, long there, int losses)
      throws IOException {
    System.out.println(
        "| nodes | of the core | resident, most ever | a node | said and ordered a second | lag,"
            + " mean, 99 % within | a round | a plan | there at the end | connections lost |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    System.out.printf(
        Locale.ROOT,
        "| %d | %.1f %% | %.0f MB, %.0f MB | %.0f kB | %.0f | %.2f ms, %.3g ms | %.2f ms | %.1f ms"
            + " | %d | %d |%n",
        count,
        100 * use.ofCore(),
        use.residentBytes() / 1e6,
        use.mostResidentBytes() / 1e6,
        use.bytesOfNode() / 1e3,
        after.count(before, LAG) / seconds,
        after.meanMillis(before, LAG),
        after.boundMillis(before, LAG, 0.99),
        after.meanMillis(before, ROUND),
        after.meanMillis(before, PLAN),
        there,
        losses);
    document
        .row()
        .put("nodes", count)
        .put("ofCore", use.ofCore())
        .put("residentBytes", use.residentBytes())
        .put("mostResidentBytes", use.mostResidentBytes())
        .put("bytesOfNode", use.bytesOfNode())
        .put("happeningsPerSecond", after.count(before, LAG) / seconds)
        .put("lagMeanMs", after.meanMillis(before, LAG))
        .put("lagSlowestOfHundredMs", after.boundMillis(before, LAG, 0.99))
        .put("roundMs", after.meanMillis(before, ROUND))
        .put("planMs", after.meanMillis(before, PLAN))
        .put("there", there)
        .put("connectionsLost", losses);
    document.write();
  }
}
