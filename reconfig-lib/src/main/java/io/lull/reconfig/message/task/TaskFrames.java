package io.lull.reconfig.message.task;

import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the frames of other workers' tasks, on their links' threads. Those of an incarnation that
 * is over are dropped; those of one that this worker has not entered yet wait.
 */
final class TaskFrames {
  /** So many frames wait at most. */
  private static final int MOST_EARLY = 65_536;

  private record EarlyFrame(String from, Frame frame) {}

  private final TaskRouter router;
  private final CaptureRound round;
  private final EndTaker ended;
  private final WaitWatch waits;
  private final TaskBalance balance;
  private final List<EarlyFrame> early = new ArrayList<>();

  /** The one that was entered last; under the lock of {@link #early}. */
  private long entered;

  /** Whether that is over; likewise. */
  private boolean left;

  /** Takes a task that has ended, and those that it had begun. */
  interface EndTaker {
    void take(long task, List<Long> children, long life);
  }

  TaskFrames(
      TaskRouter router, CaptureRound round, WaitWatch waits, TaskBalance balance, EndTaker ended) {
    this.router = router;
    this.round = round;
    this.waits = waits;
    this.balance = balance;
    this.ended = ended;
  }

  void register(ChannelHandlers channels) {
    channels
        .handle(TaskWire.MESSAGE, this::accept)
        .handle(TaskWire.RECEIPT, this::accept)
        .handle(TaskWire.PLACED, this::accept)
        .handle(TaskWire.ENDED, this::accept)
        .handle(TaskWire.CAPTURED, this::accept)
        .handle(TaskWire.WAITING, this::accept)
        .handle(TaskWire.LOADS, this::accept)
        .handle(TaskWire.MOVE, this::accept);
  }

  /** An incarnation begins, or goes on: what waited for it is taken. */
  void enter(long incarnation) throws IOException {
    final List<EarlyFrame> due;
    final long life;
    synchronized (early) {
      life = router.life();
      left = false;
      entered = incarnation;
      due = early.stream().filter(each -> each.frame.epoch() == incarnation).toList();
      early.removeIf(each -> each.frame.epoch() <= incarnation);
    }
    for (final EarlyFrame each : due) {
      take(each.from, each.frame, life);
    }
  }

  /** The incarnation is over: a new life begins. */
  void leave() {
    synchronized (early) {
      left = true;
      router.forget();
    }
  }

  private void accept(String from, Frame frame) throws IOException {
    final long life;
    synchronized (early) {
      life = router.life();
      if (frame.epoch() < entered || (left && frame.epoch() == entered)) {
        return;
      }
      if (frame.epoch() > entered) {
        if (early.size() >= MOST_EARLY) {
          throw new IOException("worker " + from + " sends too much too early");
        }
        early.add(new EarlyFrame(from, kept(frame)));
        return;
      }
    }
    take(from, frame, life);
  }

  /** The link reads what comes next to where a long frame lies. */
  private static Frame kept(Frame frame) {
    final ByteBuffer copy =
        ByteBuffer.allocate(frame.payload().remaining()).order(ByteOrder.LITTLE_ENDIAN);
    copy.put(frame.payload().duplicate()).flip();
    return new Frame(frame.channel(), frame.tag(), frame.epoch(), copy);
  }

  private void take(String from, Frame frame, long life) throws IOException {
    switch (frame.channel()) {
      case TaskWire.MESSAGE -> router.arrived(TaskWire.message(frame), life);
      case TaskWire.RECEIPT -> router.arrived(TaskWire.receipt(frame), life);
      case TaskWire.PLACED -> router.placed(frame.tag(), TaskWire.placed(frame), life);
      case TaskWire.ENDED -> ended.take(frame.tag(), TaskWire.ended(frame), life);
      case TaskWire.CAPTURED -> {
        round.heard(from, frame.tag());
        round.finishIfComplete();
      }
      case TaskWire.WAITING -> waits.heard(TaskWire.waiting(frame), life);
      case TaskWire.LOADS -> balance.heard(TaskWire.loads(from, frame), life);
      case TaskWire.MOVE -> balance.ordered(frame.tag(), TaskWire.move(frame));
      default -> throw new IOException("channel " + frame.channel() + " is none of tasks");
    }
  }
}
