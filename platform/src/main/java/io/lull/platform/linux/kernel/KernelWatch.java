package io.lull.platform.linux.kernel;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import java.util.List;
import java.util.Set;

/** Something that the kernel shows of the owner. All on one thread. */
interface KernelWatch extends AutoCloseable {
  String name();

  InputSignal.Kind kind();

  /** Looks for what is to be watched, at first, after trouble and when events were missed. */
  void look();

  /** Whether the owner was active by this event, of this lookout or another. */
  boolean hear(Inotify.Event event);

  /** Further descriptors to wait for. */
  List<Integer> descriptors();

  /** Whether the owner was active by what can be read there now; none of ours: they were not. */
  boolean read(int descriptor);

  Health health();

  /** When the owner was last active as far as the system remembers, else now. */
  long lastInputEpochMillis();

  /** When to {@link #look} though nothing happens; {@link Long#MAX_VALUE}: not at all. */
  long lookAgainNanos();

  @Override
  void close();

  /**
   * @param text what is watched, or why nothing is
   */
  record Health(boolean working, Set<Coverage> coverage, String text) {
    static Health blind(String why) {
      return new Health(false, Set.of(), why);
    }
  }
}
