package io.lull.reconfig.message.task;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.message.routing.CopyBudget;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a task's fields as they were at a safe point, so that the task can leave, or be
 * captured, in the middle of an iteration. It is renewed no more often than takes a hundredth of
 * the task's time. Under the task's lock, but for {@link #make}.
 */
final class FieldCopy {
  private static final int SHARE_OF_TIME = 100;

  /** A larger task has no copy: it leaves at its safe points only. */
  static final long MOST_BYTES = 32 << 20;

  /**
   * A copy.
   *
   * @param position where the task stood
   */
  record Kept(TaskBytes fields, TaskPosition position) {}

  private final Clock clock;
  private final CopyBudget budget;
  private @Nullable Kept kept;
  private long madeNanos;
  private long tookNanos;
  private boolean tooLarge;
  private boolean made;

  FieldCopy(Clock clock, CopyBudget budget) {
    this.clock = clock;
    this.budget = budget;
  }

  /** Whether the next one would not cost too much. */
  boolean isDue() {
    return !tooLarge && (!made || clock.nanos() - madeNanos >= SHARE_OF_TIME * tookNanos);
  }

  /** Makes a copy, on the task's thread. */
  TaskBytes make(Supplier<TaskBytes> fields) {
    final long begun = clock.nanos();
    final TaskBytes bytes = fields.get();
    madeNanos = clock.nanos();
    tookNanos = madeNanos - begun;
    made = true;
    return bytes;
  }

  /**
   * The newest copy.
   *
   * @return whether it is kept
   */
  boolean keep(TaskBytes fields, TaskPosition position) {
    drop();
    tooLarge = fields.length() > MOST_BYTES;
    if (tooLarge || !budget.take(fields.length())) {
      return false;
    }
    kept = new Kept(fields, position);
    return true;
  }

  @Nullable Kept kept() {
    return kept;
  }

  void drop() {
    if (kept != null) {
      budget.giveBack(kept.fields().length());
      kept = null;
    }
  }
}
