package io.lull.platform.linux.wayland;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.Signals;
import io.lull.platform.linux.server.ServerSource;
import io.lull.protocol.time.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaylandInputTest {
  private static final Set<Coverage> COVERAGE = Set.of(new Coverage.Session("3"));

  /** As usual, but that activity is told again far sooner. */
  private static final WaylandTimings BRISK =
      new WaylandTimings(
          WaylandTimings.USUAL.silence(),
          Duration.ofMillis(200),
          WaylandTimings.USUAL.signOfLifeEvery(),
          WaylandTimings.USUAL.answeredWithin());

  /** In which activity that goes on would be told twice. */
  private static final Duration QUIET = Duration.ofMillis(500);

  private static final Global NEW = new Global(11, "ext_idle_notifier_v1", 2);
  private static final Global OLDER = new Global(11, "ext_idle_notifier_v1", 1);
  private static final Global KDE = new Global(12, "org_kde_kwin_idle", 1);
  private static final Global SEAT = new Global(21, "wl_seat", 8);
  private static final Global OTHER_SEAT = new Global(22, "wl_seat", 4);
  private static final Global NOISE = new Global(5, "wl_compositor", 5);

  @TempDir Path folder;

  private final Signals signals = new Signals();

  private Path socket() {
    return folder.resolve("wayland-7");
  }

  private InputSource source() {
    return source(BRISK);
  }

  private InputSource source(WaylandTimings pace) {
    final InputSource source =
        new ServerSource(
            new WaylandInput(socket(), COVERAGE, pace, SystemClock.INSTANCE), SystemClock.INSTANCE);
    source.start(signals);
    return source;
  }

  @Test
  void tellsTheEndOfEachSilenceAndNothingDuringIt() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NOISE, NEW, KDE, SEAT);
        InputSource source = source()) {
      final Working working = signals.await(Working.class);
      assertThat(working.source()).isEqualTo("wayland wayland-7").isEqualTo(source.name());
      assertThat(working.coverage()).isEqualTo(COVERAGE);
      compositor.silent(21);
      signals.assertNoneWithin(QUIET, Activity.class);

      final long before = System.nanoTime();
      compositor.resumed(21);
      final Activity activity = signals.await(Activity.class);
      compositor.silent(21);
      assertThat(activity.nanos()).isBetween(before, System.nanoTime());
      assertThat(activity.movedPixels()).isEqualTo(Activity.MORE);
      signals.assertNoneWithin(QUIET, Activity.class);
    }
  }

  @Test
  void asksForInputAloneWhereThatCanBeHad() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), KDE, NEW, SEAT);
        InputSource _ = source()) {
      assertThat(signals.await(Working.class).detail()).startsWith("its input notifications");
      assertThat(compositor.watched(21).request()).isEqualTo(2);
      assertThat(compositor.watched(21).timeoutMillis()).isEqualTo(500);
      assertThat(compositor.notifierAsked()).isEqualTo("ext_idle_notifier_v1 2");
    }
  }

  @Test
  void asksForIdlenessWhereTheCompositorIsOlder() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), KDE, OLDER, SEAT);
        InputSource _ = source()) {
      assertThat(signals.await(Working.class).detail()).startsWith("its idle notifications");
      assertThat(compositor.watched(21).request()).isEqualTo(1);
      assertThat(compositor.notifierAsked()).isEqualTo("ext_idle_notifier_v1 1");
    }
  }

  @Test
  void asksForTimeoutsWhereItIsOlderStill() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), SEAT, KDE);
        InputSource _ = source()) {
      assertThat(signals.await(Working.class).detail()).startsWith("its idle timeouts");
      assertThat(compositor.watched(21).timeoutMillis()).isEqualTo(500);
      compositor.silent(21);
      signals.assertNoneWithin(QUIET, Activity.class);
      compositor.resumed(21);
      signals.await(Activity.class);
    }
  }

  @Test
  void goesOnTellingWhileNoSilenceBegins() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT);
        InputSource _ = source()) {
      signals.await(Working.class);
      compositor.watched(21);
      long last = signals.await(Activity.class).nanos();
      for (int i = 0; i < 3; i++) {
        final long next = signals.await(Activity.class).nanos();
        assertThat(next - last).isBetween(200_000_000L, 2_000_000_000L);
        last = next;
      }
    }
  }

  @Test
  void oneSilentSeatSaysNothingOfAnother() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT, OTHER_SEAT);
        InputSource _ = source()) {
      signals.await(Working.class);
      compositor.silent(21);
      signals.await(Activity.class);
      compositor.silent(22);
      signals.awaitSilence(QUIET, Activity.class);
      compositor.resumed(22);
      signals.await(Activity.class);
      signals.await(Activity.class);
    }
  }

  @Test
  void watchesASeatThatComesAndForgetsOneThatGoes() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT);
        InputSource _ = source()) {
      signals.await(Working.class);
      compositor.silent(21);
      signals.awaitSilence(QUIET, Activity.class);

      compositor.add(OTHER_SEAT);
      compositor.watched(22);
      signals.await(Activity.class);
      signals.await(Activity.class);
      compositor.remove(22);
      signals.awaitSilence(QUIET, Activity.class);
      compositor.resumed(21);
      signals.await(Activity.class);
    }
  }

  @Test
  void isLostWithoutASeatAndWorksWhenOneComes() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT);
        InputSource _ = source()) {
      signals.await(Working.class);
      compositor.remove(21);
      assertThat(signals.await(Lost.class).why()).contains("has no seat");
      compositor.add(SEAT);
      signals.await(Working.class);
    }
  }

  @Test
  void isLostWhereTheCompositorTellsNothing() throws Exception {
    try (FakeCompositor _ = new FakeCompositor(socket(), NOISE, SEAT);
        InputSource _ = source()) {
      assertThat(signals.await(Lost.class).why()).contains("tells programs nothing of idleness");
    }
  }

  @Test
  void isLostWhenTheCompositorTakesItsNotificationsBack() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT);
        InputSource _ = source()) {
      signals.await(Working.class);
      compositor.remove(11);
      assertThat(signals.await(Lost.class).why()).contains("nothing of idleness any more");
    }
  }

  @Test
  void isLostFromTheStartWithoutACompositor() throws Exception {
    try (InputSource _ = source()) {
      assertThat(signals.await(Lost.class).why())
          .contains("no Wayland compositor answers at " + socket());
    }
  }

  @Test
  void isLostWhenTheCompositorHangsUpAndWorksAgainWhenItAnswers() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT);
        InputSource _ = source()) {
      signals.await(Working.class);
      compositor.watched(21);
      compositor.hangUp();
      assertThat(signals.await(Lost.class).why()).contains("has ended the connection");
      signals.await(Working.class);
    }
  }

  @Test
  void saysTheErrorThatTheCompositorReports() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT);
        InputSource _ = source()) {
      signals.await(Working.class);
      compositor.watched(21);
      compositor.say(new WaylandMessage.Writer(1, 0).number(2).number(1).text("invalid object"));
      assertThat(signals.await(Lost.class).why()).contains("reports an error: invalid object");
    }
  }

  @Test
  void isLostWhenTheCompositorSaysNonsense() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT);
        InputSource _ = source()) {
      signals.await(Working.class);
      compositor.watched(21);
      compositor.say(new WaylandMessage.Writer(2, 0).number(30).number(-5));
      assertThat(signals.await(Lost.class).why()).contains("a text of -5 bytes");
    }
  }

  @Test
  void isLostWhenTheCompositorStandsStillThoughNothingHappens() throws Exception {
    try (FakeCompositor compositor = new FakeCompositor(socket(), NEW, SEAT);
        InputSource _ =
            source(
                new WaylandTimings(
                    BRISK.silence(),
                    BRISK.tellAgain(),
                    Duration.ofMillis(300),
                    Duration.ofSeconds(2)))) {
      signals.await(Working.class);
      compositor.silent(21);
      signals.awaitSilence(QUIET, Activity.class);
      compositor.mute(true);
      assertThat(signals.await(Lost.class).why()).contains("did not answer within 2 s");
      compositor.mute(false);
      signals.await(Working.class);
    }
  }
}
