package io.lull.bench.cluster;

import io.lull.protocol.time.SystemClock;
import io.lull.tray.cluster.ClusterView;
import io.lull.tray.cluster.ClusterViewModel;
import io.lull.tray.cluster.past.RangePreset;
import io.lull.tray.cluster.past.VisibleRangeModel;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javafx.util.Subscription;

/** A page that was just opened, and when what on it was drawn. On the toolkit's thread. */
final class OpenPage {
  private static final int STEPS = 300;
  private static final double STEP = 0.01;

  private final long begunNanos = SystemClock.INSTANCE.nanos();
  private final Scene scene;
  private final WritableImage image;
  private final ClusterViewModel model;
  private final ClusterView view;
  private final CompletableFuture<Double> opened;
  private final CompletableFuture<Double> hours = new CompletableFuture<>();

  OpenPage(Scene scene, GridAccess grid) {
    this.scene = scene;
    this.image = new WritableImage((int) scene.getWidth(), (int) scene.getHeight());
    this.model =
        new ClusterViewModel(
            grid,
            new UiThread(Platform::runLater),
            new Phrases(Locale.ENGLISH, ZoneOffset.UTC),
            SystemClock.INSTANCE);
    this.view = new ClusterView(model, (_, _) -> Optional.empty(), () -> {});
    scene.setRoot(view.node());
    this.opened = whole(begunNanos);
    final var _ =
        model
            .past()
            .hoursProperty()
            .subscribe(known -> {
              if (known.best().isPresent()) {
                Platform.runLater(() -> hours.complete(drawn(begunNanos)));
              }
            });
    // Whatever was refused makes a figure worth nothing.
    final var _ =
        model
            .past()
            .problemProperty()
            .subscribe(problem -> {
              if (!problem.isEmpty()) {
                hours.completeExceptionally(new IllegalStateException(problem));
                opened.completeExceptionally(new IllegalStateException(problem));
              }
            });
    view.shown();
  }

  /** Milliseconds until the chart was there, the first that is shown. */
  CompletableFuture<Double> opened() {
    return opened;
  }

  /** Milliseconds until the hours of the week were there too. */
  CompletableFuture<Double> hours() {
    return hours;
  }

  /** Milliseconds until the chart of another length is there. */
  CompletableFuture<Double> shown(RangePreset range) {
    final long begin = SystemClock.INSTANCE.nanos();
    model.past().sight().show(range);
    return whole(begin);
  }

  /** Pictures a second while it is moved to and fro, each fetched, computed and drawn. */
  CompletableFuture<Double> panned(RangePreset range) {
    return shown(range)
        .thenComposeAsync(
            _ -> {
              final CompletableFuture<Double> done = new CompletableFuture<>();
              step(SystemClock.INSTANCE.nanos(), 0, done);
              return done;
            },
            Platform::runLater);
  }

  private void step(long beginNanos, int step, CompletableFuture<Double> done) {
    final VisibleRangeModel sight = model.past().sight();
    sight.pan(step < STEPS / 2 ? -STEP : STEP);
    final double millis = drawn(beginNanos);
    if (step + 1 < STEPS) {
      // What the coordinator answered meanwhile comes in between.
      Platform.runLater(() -> step(beginNanos, step + 1, done));
    } else {
      done.complete(STEPS * 1000 / millis);
    }
  }

  private CompletableFuture<Double> whole(long beginNanos) {
    final CompletableFuture<Double> done = new CompletableFuture<>();
    final Subscription following =
        model
            .past()
            .pictureProperty()
            .subscribe(picture -> {
              if (picture.whole() && !picture.buckets().isEmpty()) {
                Platform.runLater(() -> done.complete(drawn(beginNanos)));
              }
            });
    final var _ = done.thenRunAsync(following::unsubscribe, Platform::runLater);
    return done;
  }

  private double drawn(long beginNanos) {
    final var _ = scene.snapshot(image);
    return (SystemClock.INSTANCE.nanos() - beginNanos) / 1e6;
  }

  boolean close() {
    view.hidden();
    return true;
  }
}
