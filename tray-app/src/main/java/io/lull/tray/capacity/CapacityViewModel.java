package io.lull.tray.capacity;

import io.lull.client.ClientFailure;
import io.lull.tray.export.Export;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/**
 * A question about the cluster's capacity, and its answer: machines more or fewer, owners away for
 * longer before a machine is used.
 */
public final class CapacityViewModel {
  /** How much history can be asked for, in days. */
  static final List<Integer> PERIODS = List.of(7, 14, 30, 90);

  /** As {@code lull simulate} has it. */
  private static final int MOST_MACHINES = 50_000;

  /** Of shorter pauses of owners no history tells. */
  private static final int LEAST_IDLE_MINUTES = 5;

  private static final int MOST_IDLE_MINUTES = 24 * 60;
  private static final double SECONDS_PER_MINUTE = 60;

  private final CapacityStudy study;
  private final GridAccess grid;
  private final UiThread uiThread;
  private final Phrases phrases;
  private final Texts texts;
  private final Export export;

  private final ObjectProperty<Integer> days = new SimpleObjectProperty<>(PERIODS.get(2));
  private final BooleanProperty ownJobs = new SimpleBooleanProperty(true);
  private final StringProperty machines = new SimpleStringProperty("10");
  private final StringProperty idle = new SimpleStringProperty("");
  private final ReadOnlyStringWrapper machinesProblem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper idleProblem = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper ready = new ReadOnlyBooleanWrapper(true);
  private final ReadOnlyBooleanWrapper administers = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper notice = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper progress = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper told = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<@Nullable CapacityResult> result =
      new ReadOnlyObjectWrapper<>();

  private @Nullable CompletableFuture<CapacityFindings> running;
  private @Nullable CapacityFindings findings;

  public CapacityViewModel(
      CapacityStudy study, GridAccess grid, UiThread uiThread, Phrases phrases) {
    this.study = study;
    this.grid = grid;
    this.uiThread = uiThread;
    this.phrases = phrases;
    this.texts = Texts.of("capacity", phrases.texts().locale());
    this.export = new Export(uiThread, texts);
    machines.subscribe(this::judge);
    idle.subscribe(this::judge);
  }

  /** The page is visible: whether this person may ask is looked up. */
  public void look() {
    if (!study.isInstalled()) {
      deny("not-installed");
    } else if (!grid.loggedIn()) {
      deny("stranger");
    } else {
      uiThread.answer(
          grid.terms(),
          terms -> {
            administers.set(terms.getAdministers());
            notice.set(terms.getAdministers() ? "" : texts.say("administrators"));
          },
          failure -> {
            if (!administers.get()) {
              notice.set(texts.say("missing", ClientFailure.lineOf(failure)));
            }
          });
    }
  }

  private void deny(String key) {
    administers.set(false);
    notice.set(texts.say(key));
  }

  private void judge() {
    final boolean wrongMachines = !machines.get().isBlank() && more().isEmpty();
    final boolean wrongIdle = !idle.get().isBlank() && idleMinutes().isEmpty();
    machinesProblem.set(wrongMachines ? texts.say("machines.wrong", MOST_MACHINES) : "");
    idleProblem.set(
        wrongIdle ? texts.say("idle.wrong", LEAST_IDLE_MINUTES, MOST_IDLE_MINUTES) : "");
    ready.set(!wrongMachines && !wrongIdle && (more().isPresent() || idleMinutes().isPresent()));
  }

  private OptionalInt more() {
    final OptionalInt number = whole(machines.get(), -MOST_MACHINES, MOST_MACHINES);
    return number.isPresent() && number.getAsInt() == 0 ? OptionalInt.empty() : number;
  }

  private OptionalInt idleMinutes() {
    return whole(idle.get(), LEAST_IDLE_MINUTES, MOST_IDLE_MINUTES);
  }

  private static OptionalInt whole(String text, int least, int most) {
    if (text.strip().matches("[+-]?\\d{1,6}")) {
      final int number = Integer.parseInt(text.strip());
      if (least <= number && number <= most) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }

  /** Asks, unless that is under way. */
  public void calculate() {
    if (running != null || !ready.get() || !administers.get()) {
      return;
    }
    final CapacityQuestion question =
        new CapacityQuestion(days.get(), ownJobs.get(), more(), idleMinutes());
    problem.set("");
    told.set("");
    progress.set(texts.say("step.history"));
    final CompletableFuture<CapacityFindings> asked = study.ask(question, this::begun);
    running = asked;
    uiThread.answer(asked, found -> show(question, found), this::fail);
  }

  private void begun(CapacityStudy.Step step) {
    uiThread.run(() -> {
      if (running != null) {
        progress.set(
            texts.say(
                switch (step) {
                  case HISTORY -> "step.history";
                  case JOBS -> "step.jobs";
                  case SIMULATION -> "step.simulation";
                }));
      }
    });
  }

  /** Ends what is under way. */
  public void cancel() {
    final @Nullable CompletableFuture<CapacityFindings> asked = running;
    if (asked != null) {
      asked.cancel(true);
    }
  }

  private void fail(Throwable failure) {
    final boolean cancelled = running != null && running.isCancelled();
    running = null;
    progress.set("");
    problem.set(cancelled ? "" : texts.say("failed", ClientFailure.lineOf(failure)));
  }

  private void show(CapacityQuestion question, CapacityFindings found) {
    running = null;
    progress.set("");
    findings = found;
    result.set(CapacityResult.of(found, names(question), sentences(question, found)));
  }

  private List<String> names(CapacityQuestion question) {
    final List<String> names = new ArrayList<>();
    names.add(texts.say("now"));
    question
        .moreMachines()
        .ifPresent(more ->
            names.add(texts.say(more < 0 ? "fewer-machines" : "more-machines", Math.abs(more))));
    question.idleMinutes().ifPresent(minutes -> names.add(texts.say("longer-idle", minutes)));
    if (names.size() > 2) {
      names.add(texts.say("both"));
    }
    return names;
  }

  private List<String> sentences(CapacityQuestion question, CapacityFindings found) {
    final CapacityAnswer now = found.now();
    final List<String> sentences = new ArrayList<>();
    sentences.add(
        texts.say(
            question.ownJobs() ? "about.own" : "about.made-up",
            now.jobs(),
            now.machines(),
            question.days()));
    sentences.add(
        texts.say(
            "about.now", now.ratio(), wait(now), Math.round(now.offeredHours()), now.unfinished()));
    return sentences;
  }

  private String wait(CapacityAnswer answer) {
    return answer.waitSeconds() < SECONDS_PER_MINUTE
        ? phrases.quickly(Math.max(1, 1000 * answer.waitSeconds()))
        : phrases.lasting(Duration.ofSeconds(Math.round(answer.waitSeconds())));
  }

  /** A row of the table: name, machines, hours, ratio, wait, jobs that did not end. */
  List<String> row(String name, CapacityAnswer answer) {
    return List.of(
        name,
        texts.say("number", answer.machines()),
        texts.say("number", Math.round(answer.offeredHours())),
        texts.say("ratio", answer.ratio()),
        wait(answer),
        texts.say("number", answer.unfinished()));
  }

  /**
   * Keeps the answer as a file.
   *
   * @param html a page, otherwise a table
   */
  public void save(Path file, boolean html) {
    if (findings != null) {
      export.text(file, html ? findings.report() : findings.csv(), told::set);
    }
  }

  public Texts texts() {
    return texts;
  }

  public ObjectProperty<Integer> daysProperty() {
    return days;
  }

  /** Whether the cluster's own jobs are simulated, rather than made-up ones. */
  public BooleanProperty ownJobsProperty() {
    return ownJobs;
  }

  public StringProperty machinesProperty() {
    return machines;
  }

  public StringProperty idleProperty() {
    return idle;
  }

  public ReadOnlyStringProperty machinesProblemProperty() {
    return machinesProblem.getReadOnlyProperty();
  }

  public ReadOnlyStringProperty idleProblemProperty() {
    return idleProblem.getReadOnlyProperty();
  }

  /** Whether the question can be asked. */
  public ReadOnlyBooleanProperty readyProperty() {
    return ready.getReadOnlyProperty();
  }

  /** Whether this person may ask. */
  public ReadOnlyBooleanProperty administersProperty() {
    return administers.getReadOnlyProperty();
  }

  /** Why they may not; empty: they may, or it is not known yet. */
  public ReadOnlyStringProperty noticeProperty() {
    return notice.getReadOnlyProperty();
  }

  /** What is being done; empty: nothing. */
  public ReadOnlyStringProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  /** Why there is no answer; empty: nothing failed. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** What became of saving the answer; empty: nothing was saved. */
  public ReadOnlyStringProperty toldProperty() {
    return told.getReadOnlyProperty();
  }

  /** The newest answer; null: there is none yet. */
  public ReadOnlyObjectProperty<@Nullable CapacityResult> resultProperty() {
    return result.getReadOnlyProperty();
  }
}
