package io.lull.tray.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.testkit.time.VirtualClock;
import io.lull.tray.chart.Span;
import io.lull.tray.chart.UseBucket;
import io.lull.tray.cluster.past.ChartContent;
import io.lull.tray.cluster.past.PastViewModel;
import io.lull.tray.cluster.past.RangePreset;
import io.lull.tray.cluster.past.VisibleRangeModel;
import io.lull.tray.export.Csv;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.SampleCluster;
import io.lull.tray.screen.Samples;
import io.lull.tray.text.Phrases;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PastViewModelTest {
  private final VirtualClock clock = new VirtualClock(Samples.NOW);
  private final SampleCluster cluster = SampleCluster.of(50, Duration.ofDays(400));
  private final VisibleRangeModel sight = new VisibleRangeModel(clock);
  private final PastViewModel model = model(Locale.ENGLISH);

  private PastViewModel model(Locale locale) {
    return new PastViewModel(
        cluster, new UiThread(Runnable::run), new Phrases(locale, ZoneOffset.UTC), clock, sight);
  }

  @Test
  void aGridThatIsYoungerThanADayFillsThePicture() {
    final SampleCluster young = SampleCluster.of(4, Duration.ofMinutes(40));
    final VisibleRangeModel its = new VisibleRangeModel(clock);
    final PastViewModel shown =
        new PastViewModel(
            young,
            new UiThread(Runnable::run),
            new Phrases(Locale.ENGLISH, ZoneOffset.UTC),
            clock,
            its);
    shown.inSight(true);
    assertThat(Duration.ofMillis(its.sight().span().lengthMillis()))
        .isBetween(Duration.ofMinutes(45), Duration.ofMinutes(60));
    assertThat(shown.pictureProperty().get().span()).isEqualTo(its.sight().span());
    its.show(RangePreset.DAY);
    shown.tick();
    assertThat(its.shows(RangePreset.DAY)).as("it stays as it was chosen").isTrue();
  }

  @Test
  void whereNobodyPointsTheMeanOfAllTimeWithMachinesIsRead() {
    final ChartContent picture =
        new ChartContent(
            new Span(0, 4),
            List.of(
                new UseBucket(0, 1, 0, 0, 0, 0),
                new UseBucket(1, 2, 4, 0, 0, 0),
                new UseBucket(2, 4, 1, 3, 0, 0)),
            4,
            true);
    assertThat(picture.mean()).contains(new UseBucket(1, 4, 2, 2, 0, 0));
    assertThat(new ChartContent(new Span(0, 4), List.of(), 0, true).mean()).isEmpty();
  }

  private long asked() {
    return cluster.asked.size();
  }

  @Test
  void nothingIsAskedOutOfSight() {
    sight.show(RangePreset.WEEK);
    model.tick();
    assertThat(cluster.asked).isEmpty();
    model.inSight(true);
    assertThat(model.pictureProperty().get().whole()).isTrue();
  }

  @Test
  void saysAtWhichHourOfTheWeekMostMachinesAreIdleInThePersonsLanguage() {
    model.inSight(true);
    assertThat(model.bestProperty().get())
        .matches("Best time: Sunday 04:00 \\(3\\d of 4\\d idle\\)");
    final PastViewModel german = model(Locale.GERMAN);
    german.inSight(true);
    assertThat(german.bestProperty().get())
        .matches("Beste Zeit: Sonntag 04:00 \\(3\\d von 4\\d frei\\)");
  }

  @Test
  void whatLiesBesideIsThereBeforeItIsMovedTo() {
    model.inSight(true);
    sight.show(RangePreset.WEEK);
    final long before = asked();
    for (int step = 0; step < 8; step++) {
      sight.step(-1);
      assertThat(model.pictureProperty().get().whole()).isTrue();
    }
    assertThat(asked() - before).as("of a whole week").isLessThanOrEqualTo(1);
  }

  @Test
  void whatIsOverIsAskedOnceAndWhatIsNotIsAskedAgain() {
    model.inSight(true);
    final long before = asked();
    model.tick();
    assertThat(asked()).isEqualTo(before);
    clock.advance(Duration.ofMinutes(1));
    model.tick();
    assertThat(asked()).as("the tile with now in it").isEqualTo(before + 1);
  }

  @Test
  void whatFailsIsSaidAndAskedAgainAfterAWhileOverWhatWasKnown() {
    model.inSight(true);
    final int known = model.pictureProperty().get().buckets().size();
    cluster.away = true;
    clock.advance(Duration.ofMinutes(1));
    model.tick();
    assertThat(model.problemProperty().get()).isEqualTo("no coordinator answers");
    assertThat(model.pictureProperty().get().buckets().size()).isCloseTo(known, within(2));
    final long before = asked();
    model.tick();
    assertThat(asked()).as("not at once").isEqualTo(before);
    cluster.away = false;
    clock.advance(Duration.ofSeconds(6));
    model.tick();
    assertThat(model.problemProperty().get()).isEmpty();
  }

  @Test
  void theTableHasALineForEachBucketInSight() {
    model.inSight(true);
    final String[] lines = model.csv().split("\r\n");
    assertThat(lines[0]).isEqualTo("from,until,running,available,owner,offline");
    assertThat(lines).hasSize(model.pictureProperty().get().buckets().size() + 1);
    assertThat(lines[1]).startsWith("2026-11-11T15:40:00Z,2026-11-11T15:45:00Z,");
    assertThat(new Csv().row("a,b", "say \"so\"", "two\nlines", "plain").text())
        .isEqualTo("\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",plain\r\n");
  }
}
