package io.lull.platform.linux.kernel;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import java.util.List;
import java.util.Set;

/** A kind of kernel files that show the owner's activity. All on one thread. */
interface KernelWatch extends AutoCloseable {
  String name();

  InputSignal.Kind kind();

  /** Scans for files to watch: at the start, after errors and when events were lost. */
  void look();

  /** Whether this event shows the owner's activity; it may be another watch's. */
  boolean hear(Inotify.Event event);

  /** Further descriptors to wait for. */
  List<Integer> descriptors();

  /** Whether the data there shows the owner's activity; false for others' descriptors. */
  boolean read(int descriptor);

  Health health();

  /** When the owner was last active as far as the system remembers, else now. */
  long lastInputEpochMillis();

  /** When to {@link #look} even if nothing happens; {@link Long#MAX_VALUE}: never. */
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
