package io.lull.agent.guest;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The one thread that starts guests. Linux ends a process that dies with its parent when the
 * <em>thread</em> that started it ends (prctl(2), PR_SET_PDEATHSIG): this thread lives as long as
 * the agent.
 */
public final class GuestThread implements AutoCloseable {
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("guests").factory());

  /** Waits even when interrupted: a started guest must not be lost. */
  public <T> T call(Callable<T> start) throws IOException {
    final Future<T> started = thread.submit(start);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return started.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException("cannot start a process: " + e.getCause(), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
