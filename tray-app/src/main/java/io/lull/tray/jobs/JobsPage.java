package io.lull.tray.jobs;

import io.lull.protocol.time.Clock;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.job.JobPageView;
import io.lull.tray.job.JobViewModel;
import io.lull.tray.model.UiThread;
import io.lull.tray.submit.SubmitPageView;
import io.lull.tray.submit.SubmitViewModel;
import io.lull.tray.text.Phrases;
import io.lull.tray.ui.PageView;
import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Parent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** The page of jobs: the queue, and above it one job or a new one, until that is closed. */
public final class JobsPage implements PageView {
  private static final KeyCombination BACK =
      new KeyCodeCombination(KeyCode.LEFT, KeyCombination.ALT_DOWN);
  private static final KeyCombination NEW =
      new KeyCodeCombination(KeyCode.N, KeyCombination.SHORTCUT_DOWN);

  private final GridAccess grid;
  private final UiThread uiThread;
  private final Phrases phrases;
  private final Clock clock;
  private final Ways ways;
  private final JobsViewModel queue;
  private final JobsView queueView;
  private final StackPane root = new StackPane();
  private @Nullable PageView above;
  private @Nullable SubmitPageView form;
  private boolean inSight;

  /**
   * Its links to other pages.
   *
   * @param submitted receives each submitted job
   * @param join opens the page that joins a grid
   */
  public record Ways(Consumer<String> submitted, Runnable join) {}

  public JobsPage(GridAccess grid, UiThread uiThread, Phrases phrases, Clock clock, Ways ways) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.phrases = phrases;
    this.clock = clock;
    this.ways = ways;
    this.queue = new JobsViewModel(grid, uiThread, phrases, clock);
    this.queueView =
        new JobsView(
            queue, new JobsView.Ways(this::open, this::submit, this::chooseFile, ways.join()));
    root.getChildren().setAll(queueView.node());
    root.addEventHandler(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (above != null && (key.getCode() == KeyCode.ESCAPE || BACK.match(key))) {
            back();
            key.consume();
          } else if (above == null && NEW.match(key)) {
            submit();
            key.consume();
          }
        });
  }

  @Override
  public Parent node() {
    return root;
  }

  @Override
  public void shown() {
    inSight = true;
    if (above == null) {
      queue.inSight(true);
    } else {
      above.shown();
    }
  }

  @Override
  public void hidden() {
    inSight = false;
    queue.inSight(false);
    if (above != null) {
      above.hidden();
    }
  }

  /** Shows a job. */
  public void open(String id) {
    show(
        new JobPageView(new JobViewModel(grid, id, uiThread, phrases, clock), phrases, this::back));
  }

  /** Shows the form of a new job, with its last content. */
  public void submit() {
    show(form());
  }

  /** Shows the form, filled from a file. */
  public void submit(Path specification) {
    final SubmitPageView made = form();
    show(made);
    made.read(specification);
  }

  private SubmitPageView form() {
    if (form == null) {
      form =
          new SubmitPageView(
              new SubmitViewModel(
                  grid, uiThread, phrases, task -> Thread.ofVirtual().name("checks").start(task)),
              this::submitted,
              this::back);
    }
    return form;
  }

  private void submitted(String job) {
    form = null;
    ways.submitted().accept(job);
    open(job);
  }

  private void chooseFile() {
    final FileChooser chooser = new FileChooser();
    chooser.setTitle(queue.texts().say("spec.choose"));
    chooser
        .getExtensionFilters()
        .add(
            new FileChooser.ExtensionFilter(
                queue.texts().say("spec.kind"), "*.yaml", "*.yml", "*.json"));
    Optional.ofNullable(chooser.showOpenDialog(root.getScene().getWindow()))
        .map(File::toPath)
        .ifPresent(this::submit);
  }

  private void show(PageView next) {
    leave();
    queue.inSight(false);
    above = next;
    root.getChildren().setAll(next.node());
    if (inSight) {
      next.shown();
    }
  }

  private void leave() {
    if (above != null && inSight) {
      above.hidden();
    }
    above = null;
  }

  /** Back to the queue. */
  public void back() {
    leave();
    root.getChildren().setAll(queueView.node());
    queue.inSight(inSight);
    queueView.focus();
  }
}
