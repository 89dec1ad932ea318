package io.lull.tray.model;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The one place where values of other threads reach the toolkit's thread. */
public final class UiThread {
  private final Executor toolkit;

  /**
   * @param toolkit runs tasks on the toolkit's thread, in order
   */
  public UiThread(Executor toolkit) {
    this.toolkit = toolkit;
  }

  public void run(Runnable task) {
    toolkit.execute(task);
  }

  /** Passes on the newest value: while the toolkit's thread is busy, earlier ones are dropped. */
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

  /** Passes on the answer or the failure. */
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
