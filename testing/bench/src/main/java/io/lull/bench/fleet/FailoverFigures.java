package io.lull.bench.fleet;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.MemberGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.JobSpec;
import io.lull.testkit.postgres.PostgresServer;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The leading one of three coordinators is killed or frozen, and at that moment an owner comes or
 * goes: until the next leader's plan is at the agents.
 */
public final class FailoverFigures {
  public static final String USAGE =
      """
      lull bench failover [--rounds K] [--json FILE]
        --rounds K  of each kind: killed or frozen, an owner comes or goes\
      """;

  private static final int MEMBERS = 3;

  /** Nodes that the job has; one more is its owner's. */
  private static final int WORKERS = 3;

  private static final int MOST_ROUNDS = 1000;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Says each time that a coordinator was lost; held, since loggers that nobody holds forget. */
  private static final Logger SESSIONS = Logger.getLogger("io.lull.agent.session");

  private final int rounds;
  private final FigureDocument document;
  private final Arrivals arrivals = new Arrivals();

  /** What happens to the leader, and at that moment to a node. */
  private enum Turn {
    KILLED_OWNER_COMES("killed", "an owner of the job's three nodes comes"),
    KILLED_OWNER_GOES("killed", "the owner of a fourth node goes"),
    FROZEN_OWNER_COMES("frozen", "an owner of the job's three nodes comes"),
    FROZEN_OWNER_GOES("frozen", "the owner of a fourth node goes");

    private final String leader;
    private final String node;

    Turn(String leader, String node) {
      this.leader = leader;
      this.node = node;
    }

    boolean kills() {
      return this == KILLED_OWNER_COMES || this == KILLED_OWNER_GOES;
    }

    boolean comes() {
      return this == KILLED_OWNER_COMES || this == FROZEN_OWNER_COMES;
    }
  }

  private FailoverFigures(OptionPairs options) {
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    document = options.document();
    PostgresServer.unavailable()
        .ifPresent(why -> {
          throw new IllegalArgumentException(why);
        });
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static FailoverFigures of(List<String> words) {
    return new FailoverFigures(OptionPairs.read(words, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final Map<Turn, List<Double>> taken = new EnumMap<>(Turn.class);
    long recoveries = 0;
    SESSIONS.setLevel(Level.SEVERE);
    try (PostgresServer postgres = PostgresServer.start();
        TemporaryFolder folder = TemporaryFolder.create();
        MemberGrid grid = MemberGrid.start(folder.path(), postgres.newDatabase(), MEMBERS);
        GridClient client = grid.client();
        Fleet fleet =
            Fleet.of(WORKERS + 1, grid.authority(), grid.addresses(), folder.path(), arrivals)) {
      fleet.node(WORKERS).ownerReturns();
      fleet.connect();
      final String job =
          client
              .submit(
                  JobSpec.newBuilder()
                      .setApp("jacobi")
                      .setMainClass("io.lull.apps.Jacobi")
                      .setMinWorkers(1)
                      .setMaxWorkers(WORKERS + 1)
                      .setCheckpoint("off")
                      .build())
              .getJob();
      for (int round = 0; round < rounds; round++) {
        for (final Turn turn : Turn.values()) {
          awaitJob(fleet);
          final double seconds =
              turn.comes() ? ownerComes(turn, grid, fleet) : ownerGoes(turn, grid, fleet);
          System.err.printf(Locale.ROOT, "%s: %.2f s%n", turn, seconds);
          taken.computeIfAbsent(turn, _ -> new ArrayList<>()).add(seconds);
        }
      }
      awaitJob(fleet);
      recoveries =
          client.job(job).getEventsList().stream()
              .filter(event -> event.getKind().equals(EventKind.RECOVER.wire()))
              .count();
    }
    table(taken, recoveries);
  }

  private double ownerComes(Turn turn, MemberGrid grid, Fleet fleet) throws Exception {
    final SimulatedNode node = fleet.node(0);
    arrivals.expect(Arrivals::announcesChange);
    final long begin = SystemClock.INSTANCE.nanos();
    strike(turn, grid);
    node.ownerReturns();
    final long[] nanos = arrivals.await(WORKERS, PATIENCE);
    mend(turn, grid);
    Eventually.await(node.name() + " is free", PATIENCE, () -> !node.hasGuest());
    node.ownerLeaves();
    return (nanos[WORKERS - 1] - begin) / 1e9;
  }

  private double ownerGoes(Turn turn, MemberGrid grid, Fleet fleet) throws Exception {
    final SimulatedNode node = fleet.node(WORKERS);
    arrivals.expect(AgentOrder::hasStartWorker);
    final long begin = SystemClock.INSTANCE.nanos();
    strike(turn, grid);
    node.ownerLeaves();
    final long[] nanos = arrivals.await(1, PATIENCE);
    mend(turn, grid);
    node.ownerReturns();
    return (nanos[0] - begin) / 1e9;
  }

  private static void strike(Turn turn, MemberGrid grid) throws InterruptedException {
    if (turn.kills()) {
      grid.killLeader();
    } else {
      grid.freezeLeader();
    }
  }

  private static void mend(Turn turn, MemberGrid grid) throws IOException, InterruptedException {
    if (turn.kills()) {
      grid.replaceKilled();
    } else {
      grid.thawFrozen();
    }
  }

  private static void awaitJob(Fleet fleet) {
    Eventually.await(
        "the job computes on its three nodes, and the fourth is its owner's",
        PATIENCE,
        () ->
            !fleet.node(WORKERS).hasGuest()
                && fleet.nodes().stream()
                    .limit(WORKERS)
                    .allMatch(node -> node.configuration() == WORKERS));
  }

  private void table(Map<Turn, List<Double>> taken, long recoveries) throws IOException {
    System.out.println(
        "| the leader | and then | until the next one's plan is at the agents, median (least to"
            + " most) |");
    System.out.println("| --- | --- | --- |");
    for (final Map.Entry<Turn, List<Double>> each : taken.entrySet()) {
      final Sample sample = new Sample(each.getValue());
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %s |%n",
          each.getKey().leader,
          each.getKey().node,
          sample.in("s"));
      document
          .row()
          .put("leader", each.getKey().leader)
          .put("node", each.getKey().node)
          .put("seconds", sample.median())
          .put("leastSeconds", sample.least())
          .put("mostSeconds", sample.most())
          .put("recoveries", recoveries);
    }
    System.out.println("The job lost workers " + recoveries + " times.");
    document.write();
  }
}
