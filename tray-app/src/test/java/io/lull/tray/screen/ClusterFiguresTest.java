package io.lull.tray.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.time.VirtualClock;
import io.lull.tray.cluster.ClusterView;
import io.lull.tray.cluster.ClusterViewModel;
import io.lull.tray.cluster.past.Range;
import io.lull.tray.model.Crossing;
import io.lull.tray.text.Phrases;
import io.lull.tray.ui.Theme;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import javafx.application.ColorScheme;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How long the page of the cluster takes to its first picture, and how many pictures a second there
 * are while it is moved; for docs/measurements.md, with {@code -Dlull.figures=true}. The
 * coordinator answers at once.
 */
@EnabledIfSystemProperty(named = "lull.figures", matches = "true")
class ClusterFiguresTest {
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 15;
  private static final int FRAMES = 60;
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 800;

  private final SampleCluster cluster = SampleCluster.of(500, Duration.ofDays(400));

  /** A page, and what is drawn of it. */
  private final class Opened {
    final ClusterViewModel model =
        new ClusterViewModel(
            cluster,
            new Crossing(Runnable::run),
            new Phrases(Locale.ENGLISH, ZoneOffset.UTC),
            new VirtualClock(Samples.NOW));
    final Scene scene;
    final WritableImage image = new WritableImage(WIDTH, HEIGHT);

    Opened() {
      final ClusterView view = new ClusterView(model, (_, _) -> Optional.empty());
      scene = new Scene(view.node(), WIDTH, HEIGHT);
      Theme.dress(scene);
      view.shown();
    }

    void draw() {
      scene.snapshot(image);
    }
  }

  private static double millis(Runnable work) {
    final long begin = System.nanoTime();
    work.run();
    return (System.nanoTime() - begin) / 1e6;
  }

  private static double say(String what, int warmUp, DoubleSupplier figure) {
    final double[] all = new double[ROUNDS];
    for (int round = -warmUp; round < ROUNDS; round++) {
      final double each = Toolkit.get(figure::getAsDouble);
      if (round >= 0) {
        all[round] = each;
      }
    }
    Arrays.sort(all);
    System.out.printf(
        "figure: %s: %.1f (%.1f to %.1f)%n", what, all[ROUNDS / 2], all[0], all[ROUNDS - 1]);
    return all[ROUNDS / 2];
  }

  @Test
  void theFirstPictureAndPicturesASecond() {
    Toolkit.run(() -> Theme.use(ColorScheme.LIGHT));
    final double cold = Toolkit.get(() -> millis(() -> new Opened().draw()));
    System.out.printf("figure: ms to the very first picture of the process: %.0f%n", cold);
    final double first =
        say("ms to the first picture", WARM_UP, () -> millis(() -> new Opened().draw()));
    final double day = frames(Range.DAY);
    final double year = frames(Range.YEAR);
    assertThat(cold).isLessThan(500);
    assertThat(first).isLessThan(500);
    assertThat(Math.min(day, year)).isGreaterThan(30);
  }

  /** Each picture a step of a hundredth, to and fro, fetched, computed and drawn. */
  private double frames(Range range) {
    final Opened page = Toolkit.get(Opened::new);
    Toolkit.run(() -> page.model.past().sight().show(range));
    return say(
        "pictures a second while a " + range.key() + " is moved",
        WARM_UP,
        () ->
            FRAMES
                * 1000
                / millis(() -> {
                  for (int frame = 0; frame < FRAMES; frame++) {
                    page.model.past().sight().pan(frame < FRAMES / 2 ? -0.01 : 0.01);
                    page.draw();
                  }
                }));
  }
}
