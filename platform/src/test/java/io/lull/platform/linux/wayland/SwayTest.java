package io.lull.platform.linux.wayland;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.Signals;
import io.lull.platform.linux.server.ServerSource;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.display.SwayDisplay;
import io.lull.testkit.process.Leftovers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SwayTest {
  private static final Duration SILENCE = Duration.ofMillis(150);
  private static final Duration TELL_AGAIN = Duration.ofMillis(300);

  /** Far longer than activity that goes on would be left untold. */
  private static final Duration QUIET = Duration.ofMillis(900);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  private final Signals signals = new Signals();

  @BeforeEach
  void whereItCanBe() {
    final Optional<String> why = SwayDisplay.unavailable();
    assumeTrue(why.isEmpty(), () -> "no Wayland compositor: " + why.orElse(""));
  }

  private InputSource source(
      SwayDisplay display, Duration signOfLifeEvery, Duration answeredWithin) {
    final InputSource source =
        new ServerSource(
            new WaylandInput(
                display.socket(),
                Set.of(new Coverage.Everything()),
                new WaylandTimings(SILENCE, TELL_AGAIN, signOfLifeEvery, answeredWithin),
                SystemClock.INSTANCE),
            SystemClock.INSTANCE);
    source.start(signals);
    return source;
  }

  private InputSource source(SwayDisplay display) {
    return source(
        display, WaylandTimings.USUAL.signOfLifeEvery(), WaylandTimings.USUAL.answeredWithin());
  }

  @Test
  void seesKeysButtonsAndMotionAndNothingInSilence() throws Exception {
    try (SwayDisplay display = SwayDisplay.open();
        InputSource _ = source(display)) {
      signals.await(Working.class);
      signals.awaitSilence(QUIET, Activity.class);
      display.moveMouse(5, 5);
      signals.await(Activity.class);
      signals.awaitSilence(QUIET, Activity.class);
      display.click(1);
      signals.await(Activity.class);
      signals.awaitSilence(QUIET, Activity.class);
      display.key("a");
      signals.await(Activity.class);
      signals.awaitSilence(QUIET, Activity.class);
    }
  }

  @Test
  void isLostWhenTheCompositorDiesAndWorksWithTheNextOne() throws Exception {
    try (SwayDisplay display = SwayDisplay.open();
        InputSource _ = source(display)) {
      signals.await(Working.class);
      display.kill();
      assertThat(signals.await(Lost.class).why()).isNotEmpty();
      display.restart();
      signals.await(Working.class);
      signals.awaitSilence(QUIET, Activity.class);
      display.key("a");
      signals.await(Activity.class);
    }
  }

  @Test
  void isLostWhenTheCompositorStandsStillThoughNothingHappens() throws Exception {
    try (SwayDisplay display = SwayDisplay.open();
        InputSource _ = source(display, Duration.ofMillis(500), Duration.ofSeconds(2))) {
      signals.await(Working.class);
      signals.awaitSilence(QUIET, Activity.class);
      display.freeze();
      assertThat(signals.await(Lost.class).why()).contains("did not answer within 2 s");
      display.thaw();
      signals.await(Working.class);
    }
  }
}
