package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.partition.PostCopyOrder.Slabs;
import io.lull.reconfig.partition.PostCopyOrder.Step;
import io.lull.reconfig.state.PostCopyTarget;
import io.lull.reconfig.state.StateLost;
import io.lull.reconfig.state.StateTransfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Regions of this worker that come after the change is in force, while it computes on what is
 * there. Whoever reads or replaces a cell waits for it first. The program's thread, but where
 * noted.
 */
public final class ArrivingRegions implements PostCopyTarget {
  /** What comes from one worker. */
  private static final class Sender {
    final List<Step> steps;
    int come;

    Sender(List<Step> steps) {
      this.steps = steps;
    }

    boolean isDone() {
      return come == steps.size();
    }

    long slabsBefore() {
      return isDone()
          ? Long.MAX_VALUE
          : come == 0 ? PostCopyOrder.NO_LINES : steps.get(come - 1).slabsBefore();
    }
  }

  private final PostCopyOrder order;
  private final List<RegionCells> cells;
  private final Runnable requireGoing;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Sender> senders = new HashMap<>();
  private @Nullable String lost;
  private boolean closed;

  /**
   * @param order of all that comes
   * @param cells by array: where it belongs
   * @param requireGoing throws when the program is not to wait any more
   */
  ArrivingRegions(PostCopyOrder order, List<RegionCells> cells, Runnable requireGoing) {
    this.order = order;
    this.cells = List.copyOf(cells);
    this.requireGoing = requireGoing;
    for (final StateTransfer transfer : order.transfers()) {
      senders.computeIfAbsent(transfer.from(), from -> new Sender(order.steps(from)));
    }
  }

  @Override
  public boolean write(String from, ByteBuffer chunk) throws IOException {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      final @Nullable Sender sender = senders.get(from);
      if (sender == null || sender.isDone() || chunk.remaining() < RegionChunk.Box.HEAD_BYTES) {
        throw new IOException("worker " + from + " sent cells that nobody waits for");
      }
      final RegionChunk.Box next = sender.steps.get(sender.come).chunk();
      final RegionCells into = cells.get(next.array());
      final Region box = RegionChunk.Box.target(chunk);
      if (!box.equals(next.target()) || chunk.remaining() != box.cells() * into.cellBytes()) {
        throw new IOException("worker " + from + " sent other cells than those that come next");
      }
      into.write(box, chunk);
      sender.come++;
      changed.signalAll();
      return sender.isDone();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void lose(String why) {
    lock.lock();
    try {
      lost = why;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A program that waits looks whether it still should. Any thread. */
  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns when everything is there.
   *
   * @throws StateLost when that will never be
   */
  public void awaitWhole() {
    awaitBefore(Long.MAX_VALUE);
  }

  /**
   * Does something with all lines of a box, from the first to the last, each part as soon as it and
   * the lines beside it are there.
   *
   * @param shape of the array that it is a box of; also those that are divided alike are read
   * @param around as far from a cell others are read
   * @throws StateLost when some will never come
   */
  public void inOrder(Region box, Shape shape, Reach around, Consumer<Region> action) {
    if (box.isEmpty()) {
      return;
    }
    if (!order.isLead(shape)) {
      awaitWhole();
      action.accept(box);
      return;
    }
    final Slabs slabs = order.slabs(box);
    final long reach = shape.planes() > 1 ? around.planes() : around.rows();
    for (long from = slabs.from(), to; from < slabs.to(); from = to) {
      final long here = awaitBefore(from + 1 + reach);
      to = here == Long.MAX_VALUE ? slabs.to() : Math.min(slabs.to(), here - reach);
      action.accept(order.part(box, new Slabs(from, to)));
    }
  }

  /**
   * Waits until the planes or rows before one are there.
   *
   * @return before which one they are; the greatest number when everything is there
   */
  private long awaitBefore(long slab) {
    lock.lock();
    try {
      while (true) {
        final long here = slabsBefore();
        if (here >= slab) {
          return here;
        }
        final @Nullable String why = lost;
        if (why != null) {
          throw new StateLost(why);
        }
        requireGoing.run();
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private long slabsBefore() {
    return senders.values().stream().mapToLong(Sender::slabsBefore).min().orElse(Long.MAX_VALUE);
  }
}
