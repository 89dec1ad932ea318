package io.lull.reconfig.transfer;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.StateUnits;
import io.lull.reconfig.comm.ChannelHandler;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.state.StateUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The units that each rank of a configuration holds, as the holders announce them to all
 * participants of a change before it can be planned. What is told early is kept, of the newest
 * change alone.
 */
final class UnitInventory implements ChannelHandler {
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Long, List<StateUnit>> byRank = new HashMap<>();
  private long epoch;
  private long overUpTo;
  private boolean lost;

  UnitInventory(Clock clock) {
    this.clock = clock;
  }

  /** A change begins. */
  void begin(long newEpoch) {
    lock.lock();
    try {
      turnTo(newEpoch);
      lost = false;
    } finally {
      lock.unlock();
    }
  }

  private void turnTo(long newEpoch) {
    if (newEpoch > epoch) {
      epoch = newEpoch;
      byRank.clear();
    }
  }

  /** What a rank has: said by its holder, whoever that is. */
  void put(long ofEpoch, long rank, List<StateUnit> units) {
    lock.lock();
    try {
      turnTo(ofEpoch);
      if (ofEpoch == epoch) {
        byRank.put(rank, units);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void accept(String from, Frame frame) throws IOException {
    put(frame.epoch(), frame.tag(), decoded(StateUnits.parseFrom(frame.payload())));
  }

  private static List<StateUnit> decoded(StateUnits units) throws IOException {
    if (units.getBytesCount() != units.getNamesCount()) {
      throw new IOException(
          units.getNamesCount() + " units came with " + units.getBytesCount() + " sizes");
    }
    final List<StateUnit> decoded = new ArrayList<>();
    for (int i = 0; i < units.getNamesCount(); i++) {
      decoded.add(new StateUnit(units.getNames(i), units.getBytes(i)));
    }
    return decoded;
  }

  static byte[] encoded(List<StateUnit> units) {
    final StateUnits.Builder encoded = StateUnits.newBuilder();
    units.forEach(unit -> encoded.addNames(unit.name()).addBytes(unit.bytes()));
    return encoded.build().toByteArray();
  }

  /** A peer is lost: waiting threads continue. */
  void giveUp() {
    lock.lock();
    try {
      lost = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Changes up to this epoch are over; waiting threads continue. */
  void giveUpTo(long lastEpoch) {
    lock.lock();
    try {
      overUpTo = Math.max(overUpTo, lastEpoch);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the change is cancelled. */
  boolean isOver(long ofEpoch) {
    lock.lock();
    try {
      return lost || ofEpoch <= overUpTo;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until all is known.
   *
   * @return by rank; null when it will not be known, or not in time
   */
  @Nullable List<List<StateUnit>> await(long ofEpoch, int ranks, long deadlineNanos)
      throws InterruptedException {
    lock.lock();
    try {
      while (epoch == ofEpoch && byRank.size() < ranks && !lost && ofEpoch > overUpTo) {
        final long left = deadlineNanos - clock.nanos();
        if (left <= 0) {
          return null;
        }
        changed.awaitNanos(left);
      }
      if (epoch != ofEpoch || byRank.size() < ranks) {
        return null;
      }
      final List<List<StateUnit>> all = new ArrayList<>();
      for (long rank = 0; rank < ranks; rank++) {
        all.add(byRank.getOrDefault(rank, List.of()));
      }
      return all;
    } finally {
      lock.unlock();
    }
  }
}
