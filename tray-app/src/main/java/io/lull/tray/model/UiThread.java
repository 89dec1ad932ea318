package io.lull.tray.model;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The one place where what other threads say comes to the toolkit's thread. */
public final class UiThread {
  private final Executor toolkit;

  /**
   * @param toolkit runs what it is given on the toolkit's thread, in order
   */
  public UiThread(Executor toolkit) {
    this.toolkit = toolkit;
  }

  public void run(Runnable task) {
    toolkit.execute(task);
  }

  /**
   * Passes on the newest of what it is given: of many values that come while the toolkit's thread
   * is busy, all but the last are passed over.
   */
  public <T> Consumer<T> latest(Consumer<? super T> to) {
    final AtomicReference<@Nullable T> newest = new AtomicReference<>();
    return value -> {
      if (newest.getAndSet(value) == null) {
        toolkit.execute(() -> {
          final T last = newest.getAndSet(null);
          if (last != null) {
            to.accept(last);
          }
        });
      }
    };
  }

  /** Passes on the answer, or why there is none. */
  public <T> void answer(
      CompletableFuture<T> answer, Consumer<? super T> done, Consumer<Throwable> failed) {
    final var _ =
        answer.whenComplete((value, failure) ->
            toolkit.execute(() -> {
              if (failure == null) {
                done.accept(value);
              } else {
                failed.accept(cause(failure));
              }
            }));
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
