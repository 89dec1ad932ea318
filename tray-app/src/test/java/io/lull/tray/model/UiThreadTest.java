package io.lull.tray.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class UiThreadTest {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final UiThread uiThread = new UiThread(waiting::add);
  private final List<String> seen = new ArrayList<>();

  private void catchUp() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  @Test
  void whileTheToolkitIsBusyOnlyTheNewestOfManyWaits() {
    final Consumer<String> latest = uiThread.latest(seen::add);
    latest.accept("one");
    latest.accept("two");
    latest.accept("three");
    assertThat(waiting).hasSize(1);
    catchUp();
    latest.accept("four");
    catchUp();
    assertThat(seen).containsExactly("three", "four");
  }

  @Test
  void anAnswerComesOnTheToolkitsThreadAndSoDoesWhyThereIsNone() {
    final CompletableFuture<String> first = new CompletableFuture<>();
    final CompletableFuture<String> second = new CompletableFuture<>();
    uiThread.answer(first, seen::add, failure -> seen.add("failed: " + failure.getMessage()));
    uiThread.answer(
        second.thenApply(text -> text),
        seen::add,
        failure -> seen.add("failed: " + failure.getMessage()));
    first.complete("done");
    second.completeExceptionally(new IllegalStateException("gone"));
    assertThat(seen).isEmpty();
    catchUp();
    assertThat(seen).containsExactlyInAnyOrder("done", "failed: gone");
  }
}
