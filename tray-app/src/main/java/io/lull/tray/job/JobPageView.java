package io.lull.tray.job;

import io.lull.tray.model.Tone;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageView;
import io.lull.tray.ui.Pieces;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The page of a job. */
public final class JobPageView implements PageView {
  private final JobViewModel model;
  private final Texts texts;
  private final Phrases phrases;
  private final Parent root;
  private final Button leave;

  /**
   * @param back leads to the queue
   */
  public JobPageView(JobViewModel model, Phrases phrases, Runnable back) {
    this.model = model;
    this.texts = model.texts();
    this.phrases = phrases;
    this.leave = Pieces.back(texts.say("back"), back);
    this.root =
        Pieces.page(
            head(),
            model.id(),
            trouble(),
            state(),
            reasons(),
            results(),
            tasks(),
            machines(),
            log(true),
            course(),
            log(false));
  }

  @Override
  public Parent node() {
    return root;
  }

  @Override
  public void shown() {
    model.inSight(true);
    leave.requestFocus();
  }

  @Override
  public void hidden() {
    model.inSight(false);
  }

  private ObservableValue<String> words(Function<JobHeader, String> part) {
    return model.headerProperty().map(part);
  }

  private Node head() {
    final Label title = Pieces.label("", "page-title");
    title.textProperty().bind(words(JobHeader::title));
    final Label about = Pieces.label("", "quiet");
    about.textProperty().bind(words(JobHeader::about));
    about.setMinWidth(0);
    final VBox names = new VBox(title, about);
    names.getStyleClass().add("names");
    HBox.setHgrow(names, Priority.ALWAYS);
    return Pieces.head(leave, names, resizeButton(), cancelButton());
  }

  private Node resizeButton() {
    final Button resize = Pieces.button(texts.say("resize"), model.resize()::ask, "resize");
    resize.setGraphic(Pieces.icon("fth-users"));
    resize.setMinWidth(Region.USE_PREF_SIZE);
    return Pieces.only(resize, model.headerProperty().map(JobHeader::resizable));
  }

  private Node cancelButton() {
    final Button cancel =
        Pieces.button(
            texts.say("cancel"),
            () -> model.cancelAskedProperty().set(true),
            "danger",
            "button-outlined",
            "cancel-job");
    cancel.setMinWidth(Region.USE_PREF_SIZE);
    return Pieces.only(cancel, model.headerProperty().map(JobHeader::open));
  }

  private Node trouble() {
    final Label trouble = Pieces.prose(model.troubleProperty(), "warning-line");
    trouble.setGraphic(Pieces.icon("fth-alert-triangle"));
    return Pieces.only(trouble, model.troubleProperty().isNotEmpty());
  }

  private Node state() {
    final Region mark = new Region();
    mark.getStyleClass().add("state-mark");
    final Label sentence = Pieces.prose(words(JobHeader::sentence), "headline");
    final Label remark = Pieces.prose(words(JobHeader::remark), "reason");
    Pieces.only(remark, remark.textProperty().isNotEmpty());
    final Label far = Pieces.prose(words(JobHeader::far), "next");
    Pieces.only(far, far.textProperty().isNotEmpty());
    final VBox sentences = new VBox(sentence, remark, progress(), far);
    sentences.getStyleClass().add("sentences");
    HBox.setHgrow(sentences, Priority.ALWAYS);
    final ProgressIndicator waiting = new ProgressIndicator();
    waiting.getStyleClass().add("small-progress");
    waiting.setAccessibleText(texts.say("loading"));
    Pieces.only(waiting, model.loadingProperty());
    final HBox row = new HBox(mark, sentences, waiting);
    row.getStyleClass().add("state-row");
    final Label told = Pieces.prose(model.toldProperty(), "told");
    Pieces.only(told, told.textProperty().isNotEmpty());
    final Label problem = Pieces.prose(model.problemProperty(), "problem");
    Pieces.only(problem, problem.textProperty().isNotEmpty());
    final JobQuestions questions = new JobQuestions(model, leave);
    final VBox card = Pieces.card(row, questions.cancel(), questions.resize(), told, problem);
    card.getStyleClass().add("state-card");
    model.headerProperty().subscribe(header -> Pieces.tone(mark, header.tone()));
    return Pieces.only(
        card,
        Bindings.or(
            model.loadingProperty(), model.headerProperty().isNotEqualTo(JobHeader.NOTHING)));
  }

  private Node progress() {
    final ProgressBar bar = new ProgressBar(0);
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.getStyleClass().addAll("job-progress", "medium");
    model
        .headerProperty()
        .subscribe(header -> {
          bar.setProgress(Math.max(0, header.progress()));
          bar.setAccessibleText(
              texts.say("progress", phrases.percent(Math.max(0, header.progress()))));
          Pieces.tone(bar, header.tone());
        });
    return Pieces.only(bar, model.headerProperty().map(header -> header.progress() >= 0));
  }

  private Node reasons() {
    final VBox lines = new VBox();
    lines.getStyleClass().add("rows");
    Pieces.follow(
        model.reasons(),
        lines,
        line -> {
          final Label label = Pieces.label(line);
          label.setWrapText(true);
          return label;
        });
    return Pieces.only(
        Pieces.section(texts.say("why"), Pieces.card(lines)), Bindings.isNotEmpty(model.reasons()));
  }

  /** Of a job that failed it is what a person has come for, and stands before its course. */
  private Node log(boolean failed) {
    return Pieces.only(
        new VBox(LogBox.of(model.log(), texts)),
        model.headerProperty().map(header -> (header.tone() == Tone.BAD) == failed));
  }

  private Node results() {
    return new ResultsBox(model.results(), texts).node();
  }

  private Node tasks() {
    final HBox figures = new HBox();
    figures.getStyleClass().add("figures");
    model
        .tasksProperty()
        .subscribe(tasks -> {
          figures
              .getChildren()
              .setAll(
                  figure(tasks.done(), "done"),
                  figure(tasks.running(), "running"),
                  figure(tasks.waiting(), "waiting"),
                  figure(tasks.failed(), "failed"));
        });
    return Pieces.only(
        Pieces.section(texts.say("tasks.title"), Pieces.card(figures)),
        model.tasksProperty().isNotEqualTo(Tasks.NONE));
  }

  private Node figure(int number, String of) {
    final VBox figure =
        new VBox(
            Pieces.label(texts.say("number", number), "figure", "tasks-" + of),
            Pieces.label(texts.say("tasks." + of), "figure-of"));
    figure.getStyleClass().add("figure-box");
    figure.setPrefWidth(120);
    HBox.setHgrow(figure, Priority.ALWAYS);
    return figure;
  }

  private Node machines() {
    final PartitionPane partition = new PartitionPane(texts, phrases);
    model.partitionProperty().subscribe(partition::show);
    final Label dealt = Pieces.label(texts.say("partition.dealt"), "row-detail");
    Pieces.only(dealt, model.partitionProperty().map(now -> !now.inPlace()));
    final VBox drawn = new VBox(partition, dealt);
    drawn.getStyleClass().add("drawn");
    Pieces.only(drawn, model.partitionProperty().map(now -> !now.parts().isEmpty()));
    final VBox rows = new VBox();
    rows.getStyleClass().add("rows");
    Pieces.follow(model.machines(), rows, this::machine);
    return Pieces.only(
        Pieces.section(texts.say("machines"), Pieces.card(drawn, rows)),
        Bindings.isNotEmpty(model.machines()));
  }

  private Node machine(Machine machine) {
    final Region dot = Pieces.dot(machine.tone());
    final Label rank =
        Pieces.label(machine.rank() < 0 ? "–" : Integer.toString(machine.rank()), "machine-rank");
    final Label node = Pieces.label(machine.node(), "row-main");
    final Label doing = Pieces.label(machine.doing(), "row-detail");
    final Label owner = Pieces.label(machine.owner(), "row-detail");
    final Label share = Pieces.label(machine.share(), "machine-share");
    final HBox row = new HBox(dot, rank, node, doing, Pieces.spring(), owner, share);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("row");
    row.setAccessibleText(
        String.join(
            " ",
            rank.getText(),
            node.getText(),
            doing.getText(),
            owner.getText(),
            share.getText()));
    return row;
  }

  private Node course() {
    final CoursePane pane = new CoursePane();
    final Label from = Pieces.label("", "hour");
    final Label until = Pieces.label("", "hour");
    final Label most = Pieces.label("", "legend-name");
    final VBox rows = new VBox();
    rows.getStyleClass().add("happenings");
    final List<List<Course.Happening>> shown = new ArrayList<>(List.of(List.of()));
    model
        .courseProperty()
        .subscribe(now -> {
          pane.show(now);
          pane.setAccessibleText(texts.say("course.summary", now.from(), now.until(), now.most()));
          from.setText(now.from());
          until.setText(now.until());
          most.setText(texts.say("course.most", now.most()));
          if (!shown.getFirst().equals(now.happenings())) {
            shown.set(0, now.happenings());
            rows.getChildren().setAll(now.happenings().stream().map(this::happening).toList());
          }
        });
    final HBox legend = new HBox(most, Pieces.spring());
    legend.setAlignment(Pos.CENTER_LEFT);
    legend.getStyleClass().add("legend");
    for (final Course.Kind kind : Course.Kind.values()) {
      final HBox entry =
          new HBox(
              CoursePane.sample(kind),
              Pieces.label(
                  texts.say("course." + kind.name().toLowerCase(Locale.ROOT)), "legend-name"));
      entry.setAlignment(Pos.CENTER_LEFT);
      entry.getStyleClass().add("legend-entry");
      legend.getChildren().add(entry);
    }
    final HBox axis = new HBox(from, Pieces.spring(), until);
    final VBox drawn = new VBox(legend, pane, axis);
    drawn.getStyleClass().add("drawn");
    final Label checkpoints = Pieces.prose(model.checkpointsProperty(), "row-detail");
    Pieces.only(checkpoints, checkpoints.textProperty().isNotEmpty());
    return Pieces.only(
        Pieces.section(texts.say("course"), Pieces.card(drawn, checkpoints, rows)),
        model.courseProperty().map(now -> !now.happenings().isEmpty()));
  }

  private Node happening(Course.Happening each) {
    final Region dot = CoursePane.sample(each.kind());
    final Label what = Pieces.label(each.what(), "row-main");
    what.setWrapText(true);
    final Label why = Pieces.label(each.why(), "row-detail");
    why.setWrapText(true);
    Pieces.only(why, why.textProperty().isNotEmpty());
    final Label cost = Pieces.label(each.cost(), "row-detail");
    Pieces.only(cost, cost.textProperty().isNotEmpty());
    final Label foreseen = Pieces.label(each.foreseen(), "row-detail", "foreseen");
    Pieces.only(foreseen, foreseen.textProperty().isNotEmpty());
    final VBox words = new VBox(what, why, cost, foreseen);
    HBox.setHgrow(words, Priority.ALWAYS);
    final Label when = Pieces.label(each.when(), "row-when");
    when.setMinWidth(Region.USE_PREF_SIZE);
    final HBox row = new HBox(dot, words, when);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("row");
    return row;
  }
}
