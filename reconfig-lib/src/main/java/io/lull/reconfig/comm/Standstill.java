package io.lull.reconfig.comm;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds workers that wait for each other because they made different calls. Most of these are found
 * by the first message that is not the awaited one. But a worker may wait for one that never sends
 * it anything; so whoever has waited for a while tells all others at which call, and each compares
 * that with what it called at the same turn. Of workers that all wait, those that are ahead find
 * the one that went another way: had all made the same calls, the one that is farthest behind would
 * have had what it waits for.
 */
public final class Standstill implements ChangeSink {
  /** How often it is looked whether the program still waits for the same. */
  public static final Duration LOOK = Duration.ofSeconds(1);

  private final ChangeSink others;
  private final Supplier<@Nullable Group> present;

  /**
   * @param others takes what belongs to a change of configuration
   * @param present the workers of now, if there are any
   */
  public Standstill(ChangeSink others, Supplier<@Nullable Group> present) {
    this.others = others;
    this.present = present;
  }

  @Override
  public void accept(String from, Frame frame) throws IOException, InterruptedException {
    if (frame.kind() != Frame.Kind.WAITING) {
      others.accept(from, frame);
      return;
    }
    final @Nullable Group group = present.get();
    if (group != null && group.epoch() == frame.epoch()) {
      group.heard(frame.payload().getInt(), frame.tag());
    }
  }

  /** To be called every {@link #LOOK}, always by the same thread. */
  public void look() {
    final @Nullable Group group = present.get();
    if (group != null && !group.isBroken()) {
      group.look();
    }
  }
}
