package io.lull.coordinator.control;

import io.lull.coordinator.core.control.ControlAccess;
import io.lull.coordinator.core.control.LiveLog;
import io.lull.coordinator.core.control.LiveLogTails;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.job.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks nodes for the newest log lines of running workers, and waits for the answers. */
public final class LogTailQueries {
  /** Somebody sits before a screen; what has not come by then comes with the next look. */
  static final Duration PATIENCE = Duration.ofMillis(1_500);

  private final ControlAccess access;

  public LogTailQueries(ControlAccess access) {
    this.access = access;
  }

  /**
   * The caller of this waits for the nodes; the control loop does not.
   *
   * @param job whose log the caller may see
   * @throws RefusedException when the control loop is too busy
   */
  public LiveLog of(Job job) {
    final LiveLogTails.Wanted wanted = LiveLogTails.Wanted.of(job);
    return heard(access.ask(control -> Pending.of(control.listen(job.id(), wanted))), PATIENCE);
  }

  /** What is waited for outside of rounds. */
  record Pending(LiveLogTails.Asked asked, List<CompletableFuture<String>> answers) {
    /** Within a round. */
    static Pending of(LiveLogTails.Asked asked) {
      final List<CompletableFuture<String>> answers = new ArrayList<>();
      for (final LiveLogTails.Awaited each : asked.awaited()) {
        final CompletableFuture<String> answer = new CompletableFuture<>();
        each.answer().then(answer::complete);
        answers.add(answer);
      }
      return new Pending(asked, answers);
    }

    /** What has come by now. */
    LiveLog log() {
      final List<String> texts = new ArrayList<>();
      for (int i = 0; i < answers.size(); i++) {
        texts.add(answers.get(i).getNow(asked.awaited().get(i).before()));
      }
      return asked.log(texts);
    }
  }

  static LiveLog heard(Pending pending, Duration patience) {
    final CompletableFuture<Void> all =
        CompletableFuture.allOf(pending.answers().toArray(CompletableFuture[]::new));
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
    return pending.log();
  }
}
