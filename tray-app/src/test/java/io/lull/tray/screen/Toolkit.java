package io.lull.tray.screen;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.application.Platform;

/** The toolkit, without a screen, started once for all tests of this JVM. */
public final class Toolkit {
  private static final long LIMIT_SECONDS = 60;

  private static boolean started;

  private Toolkit() {}

  private static synchronized void start() throws InterruptedException {
    if (!started) {
      final CountDownLatch up = new CountDownLatch(1);
      Platform.startup(up::countDown);
      Platform.setImplicitExit(false);
      if (!up.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the toolkit does not start");
      }
      started = true;
    }
  }

  /** On the toolkit's thread; what is thrown there is thrown here. */
  public static <T> T get(Supplier<T> task) {
    try {
      start();
      final CompletableFuture<T> result = new CompletableFuture<>();
      Platform.runLater(() -> {
        try {
          result.complete(task.get());
        } catch (RuntimeException | Error e) {
          result.completeExceptionally(e);
        }
      });
      return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("the toolkit's thread does not answer", e);
    }
  }

  public static void run(Runnable task) {
    get(() -> {
      task.run();
      return true;
    });
  }
}
