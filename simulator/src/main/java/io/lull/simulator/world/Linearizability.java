package io.lull.simulator.world;

import io.lull.simulator.world.UserOperation.End;
import io.lull.simulator.world.UserOperation.Seen;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether what users saw of a job can be explained by their requests having taken effect one after
 * the other, each at some moment between its call and its answer (J. Wing and C. Gong, <i>Testing
 * and Verifying Concurrent Objects</i>, 1993; with the memory of states that were met of G. Lowe,
 * <i>Testing for Linearizability</i>, 2017). A job may end by itself at any time.
 */
final class Linearizability {
  /** What is looked at is a set of bits. */
  static final int MOST_OPERATIONS = 20;

  private final List<UserOperation> operations;
  private final Set<Met> met = new HashSet<>();

  /**
   * @param done the operations that have taken effect, as bits
   */
  private record Met(int done, Seen state) {}

  private Linearizability(List<UserOperation> operations) {
    this.operations = operations;
  }

  /**
   * @param operations of one job, in any order
   */
  static boolean holds(List<UserOperation> operations) {
    if (operations.size() > MOST_OPERATIONS) {
      throw new IllegalArgumentException(
          operations.size() + " operations are more than are looked at");
    }
    return new Linearizability(operations).explains(new Met(0, Seen.AT_FIRST));
  }

  private boolean explains(Met now) {
    if (!met.add(now)) {
      return false;
    }
    long firstAnswer = UserOperation.NEVER;
    for (int i = 0; i < operations.size(); i++) {
      if ((now.done() & 1 << i) == 0) {
        firstAnswer = Math.min(firstAnswer, operations.get(i).answeredNanos());
      }
    }
    if (firstAnswer == UserOperation.NEVER) {
      return true;
    }
    if (now.state().end() == End.NOT_YET
        && explains(
            new Met(
                now.done(), new Seen(now.state().wanted(), now.state().held(), End.BY_ITSELF)))) {
      return true;
    }
    for (int i = 0; i < operations.size(); i++) {
      final UserOperation next = operations.get(i);
      if ((now.done() & 1 << i) == 0
          && next.invokedNanos() <= firstAnswer
          && takesEffect(next, new Met(now.done() | 1 << i, now.state()))) {
        return true;
      }
    }
    return false;
  }

  /** Whether all can be explained if this is next. */
  private boolean takesEffect(UserOperation next, Met with) {
    final Seen before = with.state();
    final Seen after = before.end() == End.NOT_YET ? after(next, before) : before;
    final boolean answered = next.answeredNanos() != UserOperation.NEVER;
    if (answered && next.seen() == null) {
      // Refused: it changes nothing.
      return explains(with);
    }
    return (!answered || after.equals(next.seen())) && explains(new Met(with.done(), after));
  }

  private static Seen after(UserOperation next, Seen before) {
    return switch (next.kind()) {
      case READ -> before;
      case RESIZE -> new Seen(next.workers(), before.held(), End.NOT_YET);
      case HOLD -> new Seen(before.wanted(), true, End.NOT_YET);
      case RELEASE -> new Seen(before.wanted(), false, End.NOT_YET);
      case CANCEL -> new Seen(before.wanted(), before.held(), End.CANCELLED);
    };
  }
}
