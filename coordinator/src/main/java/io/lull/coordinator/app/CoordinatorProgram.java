package io.lull.coordinator.app;

import io.lull.protocol.time.SystemClock;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** {@code lull coordinator}: runs until it is told to stop. */
public final class CoordinatorProgram {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;
  private static final long STOP_SECONDS = 20;

  /** Says at each start that nobody can join, which is meant. */
  private static final Logger JOINING = Logger.getLogger("com.hazelcast.instance.impl.Node");

  /** Loud libraries; held here, since the logging system forgets loggers that nobody holds. */
  private static final List<Logger> QUIET =
      List.of(
          Logger.getLogger("com.hazelcast"),
          Logger.getLogger("com.zaxxer.hikari"),
          Logger.getLogger("org.flywaydb"),
          Logger.getLogger("io.grpc"));

  private CoordinatorProgram() {}

  /**
   * @return the exit code: 0 when it was told to stop, 1 when it could not go on, 2 when it cannot
   *     start as it was asked to
   */
  public static int run(CoordinatorOptions options) {
    QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    JOINING.setLevel(Level.SEVERE);
    return run(options, System.out, System.err);
  }

  private static int run(CoordinatorOptions options, PrintStream out, PrintStream err) {
    final Coordinator coordinator;
    try {
      coordinator = Coordinator.start(options, SystemClock.INSTANCE);
    } catch (StartException e) {
      err.println("lull coordinator: " + e.getMessage());
      return BAD_INPUT;
    }
    final CompletableFuture<String> end = coordinator.failure();
    final CountDownLatch stopped = new CountDownLatch(1);
    final Thread hook =
        Thread.ofPlatform()
            .name("lull-stop")
            .unstarted(() -> {
              end.complete("");
              awaitStop(stopped);
            });
    Runtime.getRuntime().addShutdownHook(hook);
    if (coordinator.tokenWritten()) {
      out.println(
          "the one-time token for the first administrator is in "
              + options.data().resolve(Coordinator.TOKEN_FILE)
              + ": use it with lull login --enroll");
    }
    out.println("listening on " + coordinator.address());
    out.flush();
    try {
      final String failure = end.get();
      if (failure.isEmpty()) {
        return DONE;
      }
      err.println("lull coordinator: " + failure);
      return FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DONE;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      coordinator.close();
      stopped.countDown();
    }
  }

  private static void awaitStop(CountDownLatch stopped) {
    try {
      if (!stopped.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        Logger.getLogger(CoordinatorProgram.class.getName()).warning("stopping took too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
