package io.lull.tray.submit;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.submit.JobPlan;
import io.lull.client.submit.JobSubmission;
import io.lull.protocol.wire.JobSpec;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/** Submits a job to the coordinator: first its files, which can be stopped, then the job. */
public final class SendingModel {
  private final GridAccess grid;
  private final UiThread uiThread;
  private final Phrases phrases;
  private final Texts texts;
  private final ReadOnlyObjectWrapper<Sending> sending =
      new ReadOnlyObjectWrapper<>(Sending.NOTHING);
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final Consumer<Sending> shown;
  private @Nullable CompletableFuture<String> answer;
  private AtomicReference<Stage> stage = new AtomicReference<>(Stage.OVER);

  private enum Stage {
    FILES,
    /** A stop could not tell whether it was accepted. */
    ASKING,
    OVER
  }

  SendingModel(GridAccess grid, UiThread uiThread, Phrases phrases, Texts texts) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.phrases = phrases;
    this.texts = texts;
    this.shown =
        uiThread.latest(now -> {
          if (stage.get() != Stage.OVER) {
            sending.set(now);
          }
        });
  }

  /**
   * Submits a job, unless another submission is running.
   *
   * @param done receives the new job
   */
  void send(JobPlan plan, Consumer<String> done) {
    if (stage.get() != Stage.OVER) {
      return;
    }
    problem.set("");
    sending.set(new Sending(texts.say("sending"), -1, true));
    final AtomicReference<Stage> mine = new AtomicReference<>(Stage.FILES);
    stage = mine;
    final CompletableFuture<String> asked = grid.ask(client -> send(client, plan, mine));
    answer = asked;
    uiThread.answer(
        asked,
        job -> {
          over(mine);
          done.accept(job);
        },
        failure -> {
          over(mine);
          problem.set(asked.isCancelled() ? texts.say("stopped") : ClientFailure.lineOf(failure));
        });
  }

  private void over(AtomicReference<Stage> mine) {
    mine.set(Stage.OVER);
    sending.set(Sending.NOTHING);
  }

  private String send(GridClient client, JobPlan plan, AtomicReference<Stage> mine) {
    final JobSubmission submission = new JobSubmission(client, List.of(plan));
    submission.checkTerms();
    final JobSpec whole =
        submission
            .sendFiles((name, done, total) ->
                shown.accept(
                    new Sending(
                        texts.say("sending.file", name, phrases.size(done), phrases.size(total)),
                        total == 0 ? 1 : (double) done / total,
                        true)))
            .getFirst();
    if (!mine.compareAndSet(Stage.FILES, Stage.ASKING)) {
      throw new ClientFailure(ClientFailure.Kind.FAILED, texts.say("stopped"));
    }
    shown.accept(new Sending(texts.say("sending.job"), -1, false));
    return client.submit(whole).getJob();
  }

  /** Stops what can still be stopped. */
  public void stop() {
    if (answer != null && stage.compareAndSet(Stage.FILES, Stage.OVER)) {
      answer.cancel(true);
    }
  }

  public ReadOnlyObjectProperty<Sending> sendingProperty() {
    return sending.getReadOnlyProperty();
  }

  /** Why it failed; empty: it did not. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
