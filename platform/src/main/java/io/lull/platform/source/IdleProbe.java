package io.lull.platform.source;

/** Looks; always on the same thread, and quick. Whatever it throws makes its source blind. */
public interface IdleProbe {
  IdleReading look(long nowNanos);
}
