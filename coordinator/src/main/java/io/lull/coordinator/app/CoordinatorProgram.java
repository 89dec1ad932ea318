package io.lull.coordinator.app;

import io.lull.protocol.time.SystemClock;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
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
    final CompletableFuture<String> told = new CompletableFuture<>();
    final CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("lull-stop")
                .unstarted(() -> {
                  told.complete("");
                  awaitStop(stopped);
                }));
    try {
      return run(options, told, out, err);
    } catch (StartException e) {
      err.println("lull coordinator: " + e.getMessage());
      return BAD_INPUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DONE;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      stopped.countDown();
    }
  }

  /**
   * @param told completes when it is to stop
   */
  private static int run(
      CoordinatorOptions options, CompletableFuture<String> told, PrintStream out, PrintStream err)
      throws StartException, InterruptedException, ExecutionException {
    while (true) {
      final Optional<Coordinator> started =
          options.join().isEmpty()
              ? Optional.of(Coordinator.start(options, SystemClock.INSTANCE))
              : Coordinator.await(options, SystemClock.INSTANCE, new Announced(told, out));
      if (started.isEmpty()) {
        return DONE;
      }
      try (Coordinator coordinator = started.get()) {
        announce(coordinator, options, out);
        CompletableFuture.anyOf(told, coordinator.failure()).get();
        if (told.isDone()) {
          return DONE;
        }
        err.println("lull coordinator: " + coordinator.failure().get());
        if (options.join().isEmpty() || !coordinator.deposed()) {
          return FAILED;
        }
      }
    }
  }

  private static void announce(
      Coordinator coordinator, CoordinatorOptions options, PrintStream out) {
    if (coordinator.tokenWritten()) {
      out.println(
          "the one-time token for the first administrator is in "
              + options.data().resolve(Coordinator.TOKEN_FILE)
              + ": use it with lull login --enroll");
    }
    out.println("listening on " + coordinator.address());
    out.flush();
  }

  /** Says who leads, once for each, and waits until it is told to stop. */
  private static final class Announced implements Standby {
    private final CompletableFuture<String> told;
    private final PrintStream out;
    private String announced = "";

    Announced(CompletableFuture<String> told, PrintStream out) {
      this.told = told;
      this.out = out;
    }

    @Override
    public boolean waitsOn(String leader) {
      if (!leader.equals(announced)) {
        announced = leader;
        out.println("standing by: another coordinator leads (" + leader + ")");
        out.flush();
      }
      return !told.isDone();
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
