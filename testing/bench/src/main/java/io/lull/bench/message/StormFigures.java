package io.lull.bench.message;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.protocol.wire.DataPlane;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.testkit.job.JobCertificate;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Tasks that move all the time while they send each other messages of random sizes: what each has
 * sent to each must be what that one has received, in that order, whatever is between the workers.
 */
public final class StormFigures {
  public static final String USAGE =
      """
      lull bench storm [--tasks N] [--workers N] [--moves N] [--seed K] [--network NAME] [--json FILE]
        --tasks N      tasks, on the workers in equal parts at first; 64
        --workers N    workers, in one process with real connections; 4
        --moves N      moves of single tasks, each at its next safe point; 10000
        --seed K       of the messages and the moves; 1
        --network NAME plain, tls, frozen (a worker hears nothing for 150 ms, three times a second)
                       or slow (one worker has 1 MB/s); one after the other\
      """;

  private static final String TASKS = "--tasks";
  private static final String WORKERS = "--workers";
  private static final String MOVES = "--moves";
  private static final String SEED = "--seed";
  private static final String NETWORK = "--network";

  private final int tasks;
  private final int workers;
  private final int moves;
  private final int seed;
  private final List<Storm.Network> networks;
  private final FigureDocument document;

  private StormFigures(OptionPairs options) {
    tasks = options.whole(TASKS, 2, 4096, 64);
    workers = options.whole(WORKERS, 2, 32, 4);
    moves = options.whole(MOVES, 10_000_000, 10_000);
    seed = options.whole(SEED, Integer.MAX_VALUE, 1);
    networks = options.text(NETWORK).map(name -> List.of(network(name))).orElse(all());
    document = options.document();
  }

  private static List<Storm.Network> all() {
    return Arrays.asList(Storm.Network.values());
  }

  private static Storm.Network network(String name) {
    return all().stream()
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                NETWORK + " " + name + ": enter plain, tls, frozen or slow"));
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static StormFigures of(List<String> words) {
    return new StormFigures(
        OptionPairs.read(words, TASKS, WORKERS, MOVES, SEED, NETWORK, OptionPairs.JSON));
  }

  /**
   * @throws IllegalStateException when a message was lost, doubled or out of order, or there were
   *     fewer moves than are to be
   */
  public void print() throws IOException, InterruptedException {
    System.out.println(
        "| network | moves | both ends under way | chains | messages | MB | seconds | ledgers |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    boolean right = true;
    for (final Storm.Network network : networks) {
      final Storm.Outcome outcome =
          new Storm(tasks, workers, moves, seed, network).run(security(network));
      final StormLedger ledger = outcome.ledger();
      right &= ledger.isRight() && outcome.moves() >= moves;
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %d | %d | %d | %.0f | %.1f | %s |%n",
          network.name().toLowerCase(Locale.ROOT),
          outcome.moves(),
          outcome.together(),
          outcome.chains(),
          ledger.messages(),
          ledger.bytes() / 1e6,
          outcome.seconds(),
          ledger.isRight()
              ? "equal"
              : ledger.unequalPairs() + " pairs differ, " + ledger.disorders() + " out of order");
      document
          .row()
          .put("network", network.name().toLowerCase(Locale.ROOT))
          .put("moves", outcome.moves())
          .put("bothUnderWay", outcome.together())
          .put("chains", outcome.chains())
          .put("messages", ledger.messages())
          .put("bytes", ledger.bytes())
          .put("seconds", outcome.seconds())
          .put("unequalPairs", ledger.unequalPairs())
          .put("disorders", ledger.disorders());
    }
    document.write();
    if (!right) {
      throw new IllegalStateException("the storm is not over as it should be: see the table");
    }
  }

  private static PeerSecurity security(Storm.Network network)
      throws IOException, InterruptedException {
    if (network != Storm.Network.TLS) {
      return PeerSecurity.plain();
    }
    final DataPlane plane = JobCertificate.dataPlane();
    return PeerSecurity.tls(
        plane.getCertificateDer().toByteArray(), plane.getPrivateKeyPkcs8().toByteArray());
  }
}
