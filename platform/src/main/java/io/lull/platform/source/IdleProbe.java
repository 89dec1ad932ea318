package io.lull.platform.source;

/** Polls; always on the same thread, and quick. Any exception makes its source blind. */
public interface IdleProbe {
  IdleReading look(long nowNanos);
}
