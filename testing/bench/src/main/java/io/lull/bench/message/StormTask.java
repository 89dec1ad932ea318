package io.lull.bench.message;

import io.lull.reconfig.message.Message;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;

/**
 * Sends and receives, and keeps ledgers: for each other task and each way of receiving, how many
 * messages there were, and a digest of their contents in their order. The first task compares those
 * of all pairs.
 */
final class StormTask implements MessageTask {
  /** Ways of receiving: of any sender, or of a known one. */
  private static final int WAYS = 2;

  /** Of a ledger that is sent to the first task; beyond all of the traffic's tags. */
  private static final int LEDGER = 1000;

  private static final int COUNT = 0;
  private static final int DIGEST = 1;
  private static final int ENTRY = 2;

  private final StormTraffic traffic;
  private long round;
  private final long[] sent;
  private final long[] received;
  private long disorders;
  private long bytes;

  /** Of the first task. */
  private long[] ledgers = new long[0];

  private transient RoundBoard board = RoundBoard.SHARED;

  StormTask(StormTraffic traffic) {
    this.traffic = traffic;
    this.sent = new long[traffic.tasks() * WAYS * ENTRY];
    this.received = new long[traffic.tasks() * WAYS * ENTRY];
  }

  @Override
  public void placed() {
    board = RoundBoard.SHARED;
  }

  private static int entry(long peer, int turn) {
    return (int) (peer * WAYS + (turn == StormTraffic.KNOWN_TURN ? 1 : 0)) * ENTRY;
  }

  @Override
  public boolean iterate(Peers peers) {
    final long id = peers.id();
    board.isAt(id, round);
    if (round == traffic.rounds()) {
      close(peers);
      return false;
    }
    for (int turn = 0; turn < StormTraffic.TURNS; turn++) {
      final int to = traffic.receiver(id, round, turn);
      final int entry = entry(to, turn);
      final long[] content = traffic.content(id, round, turn, sent[entry + COUNT]);
      note(sent, entry, content);
      peers.send(to, traffic.tag(round, turn), content);
    }
    for (int turn = 0; turn < StormTraffic.TURNS; turn++) {
      final boolean known = turn == StormTraffic.KNOWN_TURN;
      final Message message =
          peers.receive(
              known ? traffic.sender(id, round, turn) : Peers.ANY, traffic.tag(round, turn));
      final long[] content = message.longs();
      final int entry = entry(message.from(), turn);
      if (content[0] != received[entry + COUNT]) {
        disorders++;
      }
      note(received, entry, content);
      bytes += (long) content.length * Long.BYTES;
    }
    round++;
    return true;
  }

  private static void note(long[] ledger, int entry, long[] content) {
    long digest = ledger[entry + DIGEST];
    for (final long element : content) {
      digest = digest * 31 + element;
    }
    ledger[entry + COUNT]++;
    ledger[entry + DIGEST] = digest;
  }

  private void close(Peers peers) {
    final int length = sent.length;
    final long[] own = new long[2 * length + 2];
    System.arraycopy(sent, 0, own, 0, length);
    System.arraycopy(received, 0, own, length, length);
    own[2 * length] = disorders;
    own[2 * length + 1] = bytes;
    if (peers.id() > 0) {
      peers.send(0, LEDGER, own);
      return;
    }
    ledgers = new long[peers.count() * own.length];
    System.arraycopy(own, 0, ledgers, 0, own.length);
    for (int i = 1; i < peers.count(); i++) {
      final Message message = peers.receive(Peers.ANY, LEDGER);
      System.arraycopy(message.longs(), 0, ledgers, (int) message.from() * own.length, own.length);
    }
  }

  /** Of the first task, once it has ended: what the ledgers of all say. */
  StormLedger ledger() {
    final int tasks = traffic.tasks();
    final int side = tasks * WAYS * ENTRY;
    final int whole = 2 * side + 2;
    long unequal = 0;
    long messages = 0;
    long wrongOrder = 0;
    long allBytes = 0;
    for (int from = 0; from < tasks; from++) {
      for (int to = 0; to < tasks; to++) {
        for (int way = 0; way < WAYS; way++) {
          final int out = from * whole + (to * WAYS + way) * ENTRY;
          final int in = to * whole + side + (from * WAYS + way) * ENTRY;
          messages += ledgers[in + COUNT];
          if (ledgers[out + COUNT] != ledgers[in + COUNT]
              || ledgers[out + DIGEST] != ledgers[in + DIGEST]) {
            unequal++;
          }
        }
      }
      wrongOrder += ledgers[from * whole + 2 * side];
      allBytes += ledgers[from * whole + 2 * side + 1];
    }
    return new StormLedger(messages, allBytes, unequal, wrongOrder);
  }
}
