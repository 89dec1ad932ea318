package io.lull.simulator.world;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request of a user that concerns a job, and what came of it.
 *
 * @param invokedNanos when it was made
 * @param answeredNanos when its answer came; {@link #NEVER}: none has, and it may take effect at
 *     any time, or not at all
 * @param seen of the job, in the answer; null: none came, or it was refused
 */
public record UserOperation(
    Kind kind, int workers, long invokedNanos, long answeredNanos, @Nullable Seen seen) {
  static final long NEVER = Long.MAX_VALUE;

  /** What is asked for. */
  public enum Kind {
    READ,
    RESIZE,
    HOLD,
    RELEASE,
    CANCEL;

    /** As files have it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Kind> of(String word) {
      return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }
  }

  /** How a job ended. */
  public enum End {
    NOT_YET,
    BY_ITSELF,
    CANCELLED
  }

  /**
   * A job as an answer shows it.
   *
   * @param wanted so many workers were asked for; 0: nobody asked
   */
  public record Seen(int wanted, boolean held, End end) {
    static final Seen AT_FIRST = new Seen(0, false, End.NOT_YET);
  }
}
