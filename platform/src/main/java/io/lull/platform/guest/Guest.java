package io.lull.platform.guest;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A guest's process with all that it started. */
public interface Guest {
  GuestId id();

  /** To its standard input. */
  OutputStream orders();

  /** From its standard output. */
  InputStream reports();

  /** From its standard error. */
  InputStream log();

  /**
   * Its exit code when its first process has ended: 128 and the signal's number if one ended it.
   */
  CompletableFuture<Integer> exit();

  /**
   * Makes sure that every thread of it has the lowest priority and, where the system can do that,
   * that all together get no more processor time than this. Returns when that is so.
   *
   * @param cores a share of one core, or a number of them
   */
  void hold(double cores);

  /** Takes back {@link #hold}: it may use what is idle, up to its limits. */
  void release();

  /**
   * Stops every thread of it, held or not.
   *
   * @return whether all stood still when it returned
   */
  boolean suspend();

  /** Lets it go on after {@link #suspend}, held if it was held. */
  void resume();

  /**
   * Ends all of it by force, suspended or not, and waits until it is gone and its memory free.
   *
   * @return whether all was gone in time
   */
  boolean kill(Duration within);

  /** Memory of all its processes that is not on disk; pages they share are counted once each. */
  long residentBytes();
}
