package io.lull.reconfig.collective;

import io.lull.reconfig.comm.ChannelHandler;
import io.lull.reconfig.comm.Frame;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds workers that wait for each other because they made different calls. Most of these are found
 * by the first message that is not the awaited one. But a worker may wait for one that never sends
 * it anything; so a worker that has waited for a while tells all others at which call, and each
 * compares that with what it called at the same turn. Of workers that all wait, those that are
 * ahead find the one that went another way: had all made the same calls, the one that is farthest
 * behind would have had what it waits for.
 */
public final class CollectiveMismatchDetector implements ChannelHandler {
  /** How often it is looked whether the program still waits for the same. */
  public static final Duration LOOK = Duration.ofSeconds(1);

  private final Supplier<@Nullable Communicator> present;

  /**
   * @param present the workers of now, if there are any
   */
  public CollectiveMismatchDetector(Supplier<@Nullable Communicator> present) {
    this.present = present;
  }

  /** A frame of {@link io.lull.reconfig.comm.Channel#WAITING}. */
  @Override
  public void accept(String from, Frame frame) {
    final @Nullable Communicator workers = present.get();
    if (workers != null && workers.epoch() == frame.epoch()) {
      workers.heard(frame.payload().getInt(), frame.tag());
    }
  }

  /** To be called every {@link #LOOK}, always by the same thread. */
  public void look() {
    final @Nullable Communicator workers = present.get();
    if (workers != null && !workers.isBroken()) {
      workers.look();
    }
  }
}
