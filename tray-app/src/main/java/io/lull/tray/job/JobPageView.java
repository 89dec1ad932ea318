package io.lull.tray.job;

import io.lull.tray.model.Tone;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import io.lull.tray.ui.PageView;
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
    this.leave = PageElements.back(texts.say("back"), back);
    this.root =
        PageElements.page(
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
    final Label title = PageElements.label("", "page-title");
    title.textProperty().bind(words(JobHeader::title));
    final Label about = PageElements.label("", "quiet");
    about.textProperty().bind(words(JobHeader::about));
    about.setMinWidth(0);
    final VBox names = new VBox(title, about);
    names.getStyleClass().add("names");
    HBox.setHgrow(names, Priority.ALWAYS);
    return PageElements.head(leave, names, resizeButton(), cancelButton());
  }

  private Node resizeButton() {
    final Button resize = PageElements.button(texts.say("resize"), model.resize()::ask, "resize");
    resize.setGraphic(PageElements.icon("fth-users"));
    resize.setMinWidth(Region.USE_PREF_SIZE);
    return PageElements.only(resize, model.headerProperty().map(JobHeader::resizable));
  }

  private Node cancelButton() {
    final Button cancel =
        PageElements.button(
            texts.say("cancel"),
            () -> model.cancelAskedProperty().set(true),
            "danger",
            "button-outlined",
            "cancel-job");
    cancel.setMinWidth(Region.USE_PREF_SIZE);
    return PageElements.only(cancel, model.headerProperty().map(JobHeader::open));
  }

  private Node trouble() {
    final Label trouble = PageElements.prose(model.troubleProperty(), "warning-line");
    trouble.setGraphic(PageElements.icon("fth-alert-triangle"));
    return PageElements.only(trouble, model.troubleProperty().isNotEmpty());
  }

  private Node state() {
    final Region mark = new Region();
    mark.getStyleClass().add("state-mark");
    final Label sentence = PageElements.prose(words(JobHeader::sentence), "headline");
    final Label remark = PageElements.prose(words(JobHeader::remark), "reason");
    PageElements.only(remark, remark.textProperty().isNotEmpty());
    final Label far = PageElements.prose(words(JobHeader::far), "next");
    PageElements.only(far, far.textProperty().isNotEmpty());
    final VBox sentences = new VBox(sentence, remark, progress(), far);
    sentences.getStyleClass().add("sentences");
    HBox.setHgrow(sentences, Priority.ALWAYS);
    final ProgressIndicator waiting = new ProgressIndicator();
    waiting.getStyleClass().add("small-progress");
    waiting.setAccessibleText(texts.say("loading"));
    PageElements.only(waiting, model.loadingProperty());
    final HBox row = new HBox(mark, sentences, waiting);
    row.getStyleClass().add("state-row");
    final Label told = PageElements.prose(model.toldProperty(), "told");
    PageElements.only(told, told.textProperty().isNotEmpty());
    final Label problem = PageElements.prose(model.problemProperty(), "problem");
    PageElements.only(problem, problem.textProperty().isNotEmpty());
    final JobQuestions questions = new JobQuestions(model, leave);
    final VBox card = PageElements.card(row, questions.cancel(), questions.resize(), told, problem);
    card.getStyleClass().add("state-card");
    model.headerProperty().subscribe(header -> PageElements.tone(mark, header.tone()));
    return PageElements.only(
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
          PageElements.tone(bar, header.tone());
        });
    return PageElements.only(bar, model.headerProperty().map(header -> header.progress() >= 0));
  }

  private Node reasons() {
    final VBox lines = new VBox();
    lines.getStyleClass().add("rows");
    PageElements.follow(
        model.reasons(),
        lines,
        line -> {
          final Label label = PageElements.label(line);
          label.setWrapText(true);
          return label;
        });
    return PageElements.only(
        PageElements.section(texts.say("why"), PageElements.card(lines)),
        Bindings.isNotEmpty(model.reasons()));
  }

  /** For a failed job the log is the most important part, and comes before its timeline. */
  private Node log(boolean failed) {
    return PageElements.only(
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
    return PageElements.only(
        PageElements.section(texts.say("tasks.title"), PageElements.card(figures)),
        model.tasksProperty().isNotEqualTo(TaskCounts.NONE));
  }

  private Node figure(int number, String of) {
    final VBox figure =
        new VBox(
            PageElements.label(texts.say("number", number), "figure", "tasks-" + of),
            PageElements.label(texts.say("tasks." + of), "figure-of"));
    figure.getStyleClass().add("figure-box");
    figure.setPrefWidth(120);
    HBox.setHgrow(figure, Priority.ALWAYS);
    return figure;
  }

  private Node machines() {
    final PartitionPane partition = new PartitionPane(texts, phrases);
    model.partitionProperty().subscribe(partition::show);
    final Label dealt = PageElements.label(texts.say("partition.dealt"), "row-detail");
    PageElements.only(dealt, model.partitionProperty().map(now -> !now.inPlace()));
    final VBox drawn = new VBox(partition, dealt);
    drawn.getStyleClass().add("drawn");
    PageElements.only(drawn, model.partitionProperty().map(now -> !now.parts().isEmpty()));
    final VBox rows = new VBox();
    rows.getStyleClass().add("rows");
    PageElements.follow(model.machines(), rows, this::machine);
    return PageElements.only(
        PageElements.section(texts.say("machines"), PageElements.card(drawn, rows)),
        Bindings.isNotEmpty(model.machines()));
  }

  private Node machine(WorkerMachine machine) {
    final Region dot = PageElements.dot(machine.tone());
    final Label rank =
        PageElements.label(
            machine.rank() < 0 ? "–" : Integer.toString(machine.rank()), "machine-rank");
    final Label node = PageElements.label(machine.node(), "row-main");
    final Label doing = PageElements.label(machine.doing(), "row-detail");
    final Label owner = PageElements.label(machine.owner(), "row-detail");
    final Label share = PageElements.label(machine.share(), "machine-share");
    final HBox row = new HBox(dot, rank, node, doing, PageElements.spring(), owner, share);
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
    final JobTimelinePane pane = new JobTimelinePane();
    final Label from = PageElements.label("", "hour");
    final Label until = PageElements.label("", "hour");
    final Label most = PageElements.label("", "legend-name");
    final VBox rows = new VBox();
    rows.getStyleClass().add("happenings");
    final List<List<JobTimeline.Happening>> shown = new ArrayList<>(List.of(List.of()));
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
    final HBox legend = new HBox(most, PageElements.spring());
    legend.setAlignment(Pos.CENTER_LEFT);
    legend.getStyleClass().add("legend");
    for (final JobTimeline.Kind kind : JobTimeline.Kind.values()) {
      final HBox entry =
          new HBox(
              JobTimelinePane.sample(kind),
              PageElements.label(
                  texts.say("course." + kind.name().toLowerCase(Locale.ROOT)), "legend-name"));
      entry.setAlignment(Pos.CENTER_LEFT);
      entry.getStyleClass().add("legend-entry");
      legend.getChildren().add(entry);
    }
    final HBox axis = new HBox(from, PageElements.spring(), until);
    final VBox drawn = new VBox(legend, pane, axis);
    drawn.getStyleClass().add("drawn");
    final Label checkpoints = PageElements.prose(model.checkpointsProperty(), "row-detail");
    PageElements.only(checkpoints, checkpoints.textProperty().isNotEmpty());
    return PageElements.only(
        PageElements.section(texts.say("course"), PageElements.card(drawn, checkpoints, rows)),
        model.courseProperty().map(now -> !now.happenings().isEmpty()));
  }

  private Node happening(JobTimeline.Happening each) {
    final Region dot = JobTimelinePane.sample(each.kind());
    final Label what = PageElements.label(each.what(), "row-main");
    what.setWrapText(true);
    final Label why = PageElements.label(each.why(), "row-detail");
    why.setWrapText(true);
    PageElements.only(why, why.textProperty().isNotEmpty());
    final Label cost = PageElements.label(each.cost(), "row-detail");
    PageElements.only(cost, cost.textProperty().isNotEmpty());
    final Label foreseen = PageElements.label(each.foreseen(), "row-detail", "foreseen");
    PageElements.only(foreseen, foreseen.textProperty().isNotEmpty());
    final VBox words = new VBox(what, why, cost, foreseen);
    HBox.setHgrow(words, Priority.ALWAYS);
    final Label when = PageElements.label(each.when(), "row-when");
    when.setMinWidth(Region.USE_PREF_SIZE);
    final HBox row = new HBox(dot, words, when);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("row");
    return row;
  }
}
