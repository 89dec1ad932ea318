package io.lull.reconfig.collective;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.WakeReason;
import io.lull.reconfig.numeric.ExactSum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one epoch, as the program's thread talks to them. Frames between two workers keep
 * their order, and every worker makes the same calls in the same order; so a frame is known by its
 * turn, and the stamp of its call only proves that the workers agree.
 *
 * <p>Reductions go up and down a binomial tree, broadcasts down one.
 */
public final class Communicator {
  private static final int NOBODY = -1;

  private final long epoch;
  private final int rank;
  private final List<@Nullable Link> links;
  private final CallSequence calls;
  private final ComputingTime time;
  private final long ownThread = Thread.currentThread().threadId();
  private final WakeReason disturbed = this::isDisturbed;
  private volatile @Nullable String broken;

  /** At which call each rank said that it waits; 0: it did not say so. */
  private final AtomicLongArray claims;

  /** The program is to compare the claims with its own calls. */
  private volatile boolean comparing;

  /** The rank whose frame the program waits for, or {@link #NOBODY}. */
  private final AtomicInteger awaited = new AtomicInteger(NOBODY);

  // These three are the thread's that looks around.
  private int seenAwaited = NOBODY;
  private long seenStamp;
  private boolean announced;

  /**
   * @param links by rank, null for this worker itself
   * @param context whose calls these workers make together, on the thread that makes this
   * @param time in which that thread's waiting is counted, from now on anew
   */
  public Communicator(
      long epoch, int rank, List<@Nullable Link> links, CallContext context, ComputingTime time) {
    this.time = time;
    this.epoch = epoch;
    this.rank = rank;
    this.links = links;
    this.calls = new CallSequence(rank, context);
    this.claims = new AtomicLongArray(links.size());
    time.begin(epoch);
  }

  /** The same, where nobody asks how long the thread waits. */
  public Communicator(long epoch, int rank, List<@Nullable Link> links, CallContext context) {
    this(epoch, rank, links, context, ComputingTime.uncounted());
  }

  public long epoch() {
    return epoch;
  }

  public int rank() {
    return rank;
  }

  public int size() {
    return links.size();
  }

  /** Whether its exchanges with that worker go over a link made in that epoch. */
  public boolean uses(String peer, long linkEpoch) {
    return links.stream()
        .anyMatch(
            link -> link != null && link.peer().equals(peer) && link.madeInEpoch() == linkEpoch);
  }

  /**
   * From now on every exchange throws {@link EpochBroken}; any thread may call it, and then must
   * wake the links.
   */
  public void breakUp(String why) {
    broken = why;
  }

  public boolean isBroken() {
    return broken != null;
  }

  private boolean isDisturbed() {
    return broken != null || comparing;
  }

  /** The program's next call. */
  public void begin(CollectiveCall call, int about) {
    if (Thread.currentThread().threadId() != ownThread) {
      throw new ProgramError(
          "thread "
              + Thread.currentThread().getName()
              + " begins "
              + calls.described(call, about)
              + ": only the program's own thread, which calls iterate, may use grids and workers");
    }
    calls.begin(call, about);
    calls.forgetOld(claims);
  }

  /** The present call is also about this. */
  public void alsoAbout(int subject) {
    calls.alsoAbout(subject);
  }

  /** Messages between any two follow. */
  public void beginExchange() {
    begin(CollectiveCall.EXCHANGE, 0);
  }

  /** Returns when all workers have come to the program's end. */
  public void conclude() {
    begin(CollectiveCall.END, 0);
    for (int to = 0; to < size(); to++) {
      if (to != rank) {
        send(to, Frame.buffer(0));
      }
    }
    for (int from = 0; from < size(); from++) {
      if (from != rank) {
        receive(from);
      }
    }
  }

  /** The greatest of all workers' numbers, the same at each; NaN if any is. Collective. */
  public double max(double mine) {
    begin(CollectiveCall.MAX, 0);
    return BinomialTree.allReduce(
            this,
            Frame.buffer(Double.BYTES).putDouble(mine),
            (a, b) -> Frame.buffer(Double.BYTES).putDouble(Math.max(a.getDouble(), b.getDouble())))
        .getDouble();
  }

  /** All workers' numbers, by rank, the same at each. Collective. */
  public List<Double> numbers(double mine) {
    begin(CollectiveCall.NUMBERS, 0);
    final ByteBuffer own = Frame.buffer(size() * Long.BYTES);
    for (int other = 0; other < size(); other++) {
      own.putLong(other == rank ? Double.doubleToRawLongBits(mine) : 0);
    }
    final ByteBuffer all =
        BinomialTree.allReduce(
            this,
            own,
            (a, b) -> {
              final ByteBuffer both = Frame.buffer(size() * Long.BYTES);
              while (a.hasRemaining()) {
                both.putLong(a.getLong() | b.getLong());
              }
              return both;
            });
    final List<Double> numbers = new ArrayList<>();
    while (all.hasRemaining()) {
      numbers.add(all.getDouble());
    }
    return numbers;
  }

  /** The sum of all workers' numbers modulo 2 to the 64, the same at each. Collective. */
  public long sum(long mine) {
    begin(CollectiveCall.SUM, 0);
    return wholeSum(mine);
  }

  private long wholeSum(long mine) {
    return BinomialTree.allReduce(
            this,
            Frame.buffer(Long.BYTES).putLong(mine),
            (a, b) -> Frame.buffer(Long.BYTES).putLong(a.getLong() + b.getLong()))
        .getLong();
  }

  /** Returns when all have called it. */
  public void barrier() {
    begin(CollectiveCall.BARRIER, 0);
    wholeSum(0);
  }

  /** Returns when all have come to a safe point that they keep. */
  public void assemble() {
    begin(CollectiveCall.SAFE_POINT, 0);
    wholeSum(0);
  }

  /**
   * The exact sum of all workers' numbers, rounded once: the same bits at each, and on any number
   * of workers. Collective.
   */
  public double sum(ExactSum mine) {
    return total(mine).value();
  }

  /** As {@link #sum(ExactSum)}, not rounded. Collective. */
  public ExactSum total(ExactSum mine) {
    begin(CollectiveCall.SUM, 1);
    final ByteBuffer result =
        BinomialTree.allReduce(
            this,
            written(mine),
            (a, b) -> {
              final ExactSum sum = ExactSum.ofLongs(a.asLongBuffer());
              sum.add(ExactSum.ofLongs(b.asLongBuffer()));
              return written(sum);
            });
    return ExactSum.ofLongs(result.asLongBuffer());
  }

  /**
   * What all workers have, combined: the same at each. Collective.
   *
   * @param mine to read
   * @param combine of two to read, one to read; the first is of lower ranks
   */
  public ByteBuffer combine(ByteBuffer mine, BinaryOperator<ByteBuffer> combine) {
    begin(CollectiveCall.COMBINE, 0);
    return BinomialTree.combine(this, mine, combine);
  }

  /**
   * Brings what one worker has to all. Collective.
   *
   * @param mine only that of the sender counts
   * @param from the sender's rank
   */
  public byte[] broadcast(byte[] mine, int from) {
    begin(CollectiveCall.BROADCAST, from);
    return BinomialTree.broadcast(this, mine, from);
  }

  /** Bytes for another rank of this epoch. */
  public void sendMessage(int to, byte[] message) {
    send(to, Frame.buffer(message.length).put(message));
  }

  /** The next bytes from another rank of this epoch. */
  public byte[] receiveMessage(int from) {
    final ByteBuffer payload = receive(from);
    final byte[] message = new byte[payload.remaining()];
    payload.get(message);
    return message;
  }

  private static ByteBuffer written(ExactSum sum) {
    final long[] longs = sum.toLongs();
    final int bytes = longs.length * Long.BYTES;
    final ByteBuffer buffer = Frame.buffer(bytes);
    buffer.asLongBuffer().put(longs);
    return buffer.position(buffer.position() + bytes);
  }

  /**
   * For the next frame to a rank. What it holds is gone when the next one to that rank is asked
   * for.
   */
  public ByteBuffer buffer(int to, int payloadBytes) {
    return link(to).buffer(payloadBytes);
  }

  /** Sends what belongs to the present call to a rank of this epoch. */
  public void send(int to, ByteBuffer buffer) {
    check();
    final Link link = link(to);
    try {
      link.send(Channel.CALLS, calls.stamp(), epoch, buffer);
    } catch (IOException e) {
      throw new EpochBroken("worker " + link.peer() + " cannot be reached: " + e.getMessage());
    }
  }

  /**
   * Waits for the next frame from a rank of this epoch.
   *
   * @return its payload, good until the next call for the same rank
   * @throws ProgramError when it does not belong to the present call, or when it will never come
   *     because the workers made different calls
   */
  public ByteBuffer receive(int from) {
    final Link link = link(from);
    awaited.setRelease(from);
    time.beginWaiting();
    try {
      while (true) {
        final @Nullable Frame frame = link.take(disturbed);
        if (frame == null) {
          check();
          if (!comparing) {
            throw new EpochBroken("worker " + link.peer() + " is gone");
          }
          compare();
        } else if (frame.epoch() >= epoch) {
          if (frame.tag() != calls.stamp()) {
            throw apart(calls.difference(from, frame.tag()), frame.tag());
          }
          return frame.payload();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EpochBroken("interrupted");
    } finally {
      time.endWaiting();
      awaited.setRelease(NOBODY);
    }
  }

  private void compare() {
    comparing = false;
    for (int other = 0; other < claims.length(); other++) {
      final long claim = claims.get(other);
      final @Nullable String line = claim == 0 ? null : calls.disagreement(other, claim);
      if (line != null) {
        throw apart(line, claim);
      }
    }
  }

  /** Which safe points are kept is the coordinator's word, and no mistake of the author's. */
  private ProgramError apart(String line, long stamp) {
    if (calls.isAtKeptSafePoint(stamp)) {
      throw EpochBroken.found("some workers keep their safe points and others do not");
    }
    return new ProgramError(line);
  }

  /** Another worker has waited for a while at this call; any thread. */
  void heard(int other, long stamp) {
    if (other >= 0 && other < claims.length()) {
      claims.set(other, stamp);
    }
  }

  /** Whether the program waits for the same as at the look before; by always the same thread. */
  void look() {
    final int on = awaited.getAcquire();
    final long stamp = calls.toldStamp();
    final boolean same = on != NOBODY && on == seenAwaited && stamp == seenStamp;
    seenAwaited = on;
    seenStamp = stamp;
    if (!same) {
      announced = false;
      return;
    }
    if (!announced) {
      announced = true;
      announce(stamp);
    }
    comparing = true;
    link(on).wake();
  }

  private void announce(long stamp) {
    for (final @Nullable Link link : links) {
      if (link != null) {
        try {
          link.send(Channel.WAITING, stamp, epoch, Frame.buffer(Integer.BYTES).putInt(rank));
        } catch (IOException e) {
          // Who cannot be reached has ended, and that is found by others.
        }
      }
    }
  }

  private void check() {
    final @Nullable String why = broken;
    if (why != null) {
      throw new EpochBroken(why);
    }
  }

  private Link link(int peer) {
    final @Nullable Link link = links.get(peer);
    if (link == null) {
      throw new IllegalArgumentException("rank " + peer + " is this worker itself");
    }
    return link;
  }
}
