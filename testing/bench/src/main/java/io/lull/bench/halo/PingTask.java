package io.lull.bench.halo;

import io.lull.bench.Sample;
import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;

/** Sends a message to another task and has it sent back, as often as it is told. */
final class PingTask implements MessageTask {
  /** Sends first. */
  static final int FIRST = 0;

  /** On the other worker. */
  static final int REMOTE = 1;

  /** On the worker of the first. */
  static final int LOCAL = 2;

  static final int COUNT = 3;

  private static final int ORDER = 1;
  private static final int PING = 2;

  /** What the first task of a contest is told, by that contest's number. */
  private static final Map<Integer, Orders> ORDERS = new ConcurrentHashMap<>();

  /** Of one contest, from and to threads that are no tasks. */
  static final class Orders {
    private final SynchronousQueue<long[]> words = new SynchronousQueue<>();
    private final SynchronousQueue<Double> seconds = new SynchronousQueue<>();

    /** The median of half a round trip. */
    double measure(int partner, int bytes, int count) throws InterruptedException {
      words.put(new long[] {partner, bytes, count});
      return seconds.take();
    }

    void end() throws InterruptedException {
      words.put(new long[] {LOCAL, 0, 0});
    }
  }

  private final int contest;

  /**
   * @param contest of this process
   */
  PingTask(int contest) {
    this.contest = contest;
  }

  static Orders orders(int contest) {
    return ORDERS.computeIfAbsent(contest, _ -> new Orders());
  }

  @Override
  public boolean iterate(Peers peers) {
    try {
      return peers.id() == FIRST ? ping(peers) : echo(peers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean ping(Peers peers) throws InterruptedException {
    final Orders orders = Objects.requireNonNull(ORDERS.get(contest));
    final long[] order = orders.words.take();
    final int count = (int) order[2];
    if (count == 0) {
      peers.send(LOCAL, ORDER, order);
      peers.send(REMOTE, ORDER, order);
      return false;
    }
    final int partner = (int) order[0];
    peers.send(partner, ORDER, order);
    final byte[] message = new byte[(int) order[1]];
    final double[] seconds = new double[count];
    for (int i = 0; i < count; i++) {
      final long begun = SystemClock.INSTANCE.nanos();
      peers.send(partner, PING, message);
      peers.receive(partner, PING);
      seconds[i] = (SystemClock.INSTANCE.nanos() - begun) / 2e9;
    }
    orders.seconds.put(Sample.of(seconds).median());
    return true;
  }

  private static boolean echo(Peers peers) {
    final long count = peers.receive(FIRST, ORDER).longs()[2];
    for (long i = 0; i < count; i++) {
      peers.send(FIRST, PING, peers.receive(FIRST, PING).bytes());
    }
    return count > 0;
  }
}
