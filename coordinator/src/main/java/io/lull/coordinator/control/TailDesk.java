package io.lull.coordinator.control;

import io.lull.coordinator.job.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Has the nodes asked what running workers wrote last, and waits for what they say. */
public final class TailDesk {
  /** Somebody sits before a screen; what has not come by then comes with the next look. */
  static final Duration PATIENCE = Duration.ofMillis(1_500);

  private final GridDesk desk;

  public TailDesk(GridDesk desk) {
    this.desk = desk;
  }

  /**
   * The caller of this waits for the nodes; the control loop does not.
   *
   * @param job whose log whoever looks may see
   * @throws RefusedException when the control loop is too busy
   */
  public LiveLog of(Job job) {
    final LiveTails.Wanted wanted = LiveTails.Wanted.of(job);
    return heard(desk.ask(control -> control.listen(job.id(), wanted)), PATIENCE);
  }

  static LiveLog heard(LiveTails.Asked asked, Duration patience) {
    final CompletableFuture<Void> all =
        CompletableFuture.allOf(
            asked.awaited().stream()
                .map(LiveTails.Awaited::answer)
                .toArray(CompletableFuture[]::new));
    try {
      all.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // What is there by now is told; an agent may be gone, or know no such question.
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(RefusedException.Kind.BUSY, "the coordinator is stopping");
    }
    final List<LiveLog.Tail> tails = new ArrayList<>();
    for (final LiveTails.Awaited each : asked.awaited()) {
      Optional.of(each.answer().getNow(each.before()))
          .filter(text -> !text.isBlank())
          .ifPresent(text -> tails.add(new LiveLog.Tail(each.worker(), each.node(), text)));
    }
    return new LiveLog(tails, asked.leftOut());
  }
}
