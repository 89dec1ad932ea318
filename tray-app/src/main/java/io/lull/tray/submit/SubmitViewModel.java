package io.lull.tray.submit;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.submit.Application;
import io.lull.client.submit.DraftText;
import io.lull.client.submit.JobChecks;
import io.lull.client.submit.JobDraft;
import io.lull.client.submit.JobPlan;
import io.lull.client.submit.SpecFile;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.NodeView;
import io.lull.tray.grid.Fetched;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.grid.Poller;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;

/** The page of a new job: a form, checked while it is typed. */
public final class SubmitViewModel {
  private static final JobDraft NOTHING = new JobDraft(Map.of(), Map.of(), List.of());

  private final GridAccess grid;
  private final UiThread uiThread;
  private final Texts texts;
  private final Executor elsewhere;
  private final FormModel form;
  private final DraftChecker judge;
  private final SendingModel sending;
  private final ReadOnlyStringWrapper missing = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper file = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper fileWrong = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper free = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper priorities = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper command = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper specification = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper ready = new ReadOnlyBooleanWrapper();
  private JobDraft draft = NOTHING;
  private Optional<JobPlan> plan = Optional.empty();
  private Poller.@Nullable Watch nodes;
  private boolean termsAsked;

  /**
   * @param elsewhere the thread that reads files
   */
  public SubmitViewModel(GridAccess grid, UiThread uiThread, Phrases phrases, Executor elsewhere) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.texts = Texts.of("submit", phrases.texts().locale());
    this.elsewhere = elsewhere;
    this.sending = new SendingModel(grid, uiThread, phrases, texts);
    this.judge = new DraftChecker(elsewhere, uiThread.latest(this::judged));
    this.form = new FormModel(texts, phrases, this::changed);
    changed();
  }

  /** While the page is visible it shows the free machines. */
  public void inSight(boolean now) {
    if (nodes != null) {
      nodes.close();
      nodes = null;
    }
    if (!now) {
      return;
    }
    nodes = grid.nodes().watch(uiThread.latest(this::seen));
    if (!termsAsked) {
      termsAsked = true;
      uiThread.answer(
          grid.ask(GridClient::terms),
          terms -> priorities.set(texts.say("priority.most", terms.getGreatestPriority())),
          // Then nothing is shown; the coordinator checks the priority anyway.
          _ -> termsAsked = false);
    }
  }

  private void seen(Fetched<List<NodeView>> now) {
    free.set(
        now.newest()
            .map(list ->
                texts.say(
                    "free",
                    list.stream()
                        .filter(node -> node.getState().equals(NodeState.AVAILABLE.wire()))
                        .count(),
                    list.size()))
            .orElse(""));
  }

  private void changed() {
    ready.set(false);
    form.draft()
        .ifPresent(now -> {
          draft = now;
          command.set(DraftText.command(now));
          specification.set(DraftText.specification(now));
          missing.set(form.needed());
          if (missing.get().isEmpty()) {
            judge.ask(now);
          } else {
            form.clear();
          }
        });
  }

  private void judged(DraftChecker.Verdict verdict) {
    if (!verdict.draft().equals(draft) || !missing.get().isEmpty()) {
      return;
    }
    form.clear();
    plan = verdict.plan();
    ready.set(plan.isPresent());
    if (plan.isEmpty()) {
      form.complain(verdict.complaint());
    }
  }

  /** Adds files that were dropped or chosen: inputs, a program, or a specification. */
  public void add(List<Path> files) {
    for (final Path each : files) {
      final String name = String.valueOf(each.getFileName());
      if (name.endsWith(".yaml") || name.endsWith(".yml")) {
        read(each);
      } else {
        form.add(each);
      }
    }
  }

  /** Fills the form from a file, and shows the file's error, with its line. */
  public void read(Path path) {
    elsewhere.execute(() -> {
      try {
        final SpecFile spec = SpecFile.read(path);
        final String complaint = complaint(spec);
        uiThread.run(() -> {
          form.fill(spec.draft());
          tell(path, complaint);
        });
      } catch (ClientFailure e) {
        uiThread.run(() -> tell(path, e.line()));
      }
    });
  }

  private static String complaint(SpecFile spec) {
    try {
      final JobPlan _ = JobChecks.check(spec.draft());
      return "";
    } catch (ClientFailure e) {
      return spec.located(e, NOTHING).line();
    }
  }

  private void tell(Path path, String complaint) {
    fileWrong.set(!complaint.isEmpty());
    file.set(
        complaint.isEmpty()
            ? texts.say("file.read", String.valueOf(path.getFileName()))
            : complaint.replaceFirst("^--spec: ", ""));
  }

  /**
   * Submits once, however often the button is pressed.
   *
   * @param done receives the new job
   */
  public void submit(Consumer<String> done) {
    if (ready.get()) {
      plan.ifPresent(whole -> sending.send(whole, done));
    }
  }

  public Texts texts() {
    return texts;
  }

  public FormModel form() {
    return form;
  }

  public SendingModel sending() {
    return sending;
  }

  /** What the selected application does. */
  public ObservableValue<String> description() {
    return form.applicationProperty()
        .map(app -> {
          final String key = "app." + app.name();
          return texts.knows(key) ? texts.say(key) : app.description();
        });
  }

  /** The input files of the selected application; empty: none. */
  public ObservableValue<String> takes() {
    return form.applicationProperty().map(this::takes);
  }

  private String takes(Application app) {
    final String key = "takes." + app.name();
    return texts.knows(key) ? texts.say(key) : String.join("\n", app.inputs());
  }

  /** The missing values before a check is possible; empty: none. */
  public ReadOnlyStringProperty missingProperty() {
    return missing.getReadOnlyProperty();
  }

  /** The result of reading a file; empty: none was read. */
  public ReadOnlyStringProperty fileProperty() {
    return file.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty fileWrongProperty() {
    return fileWrong.getReadOnlyProperty();
  }

  /** How many machines are free; empty: not known. */
  public ReadOnlyStringProperty freeProperty() {
    return free.getReadOnlyProperty();
  }

  /** The allowed priorities; empty: not known. */
  public ReadOnlyStringProperty prioritiesProperty() {
    return priorities.getReadOnlyProperty();
  }

  public ReadOnlyStringProperty commandProperty() {
    return command.getReadOnlyProperty();
  }

  public ReadOnlyStringProperty specificationProperty() {
    return specification.getReadOnlyProperty();
  }

  /** Whether it can be submitted. */
  public ReadOnlyBooleanProperty readyProperty() {
    return ready.getReadOnlyProperty();
  }
}
