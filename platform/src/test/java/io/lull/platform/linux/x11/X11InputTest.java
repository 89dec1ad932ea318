package io.lull.platform.linux.x11;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.Signals;
import io.lull.platform.linux.server.ServerSource;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.display.XDisplay;
import io.lull.testkit.process.RunningProgram;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class X11InputTest {
  private static final Set<Coverage> ALL = Set.of(new Coverage.Everything());
  private static final int FAR = 150;

  /** As usual, but that questions follow one another far sooner. */
  private static final XTimings BRISK =
      new XTimings(
          Duration.ofMillis(100),
          Duration.ofMillis(300),
          Duration.ofMillis(200),
          XTimings.USUAL.askWhenIdle(),
          XTimings.USUAL.answeredWithin());

  /** In which a watch at that pace has told all that there was to tell. */
  private static final Duration QUIET = Duration.ofMillis(600);

  @RegisterExtension static final SharedDisplay display = new SharedDisplay();

  private final Signals signals = new Signals();

  private InputSource source(XDisplay server) {
    return source(server, BRISK);
  }

  private InputSource source(XDisplay server, XTimings pace) {
    return source(server, pace, X11Input.BEST_FIRST);
  }

  private InputSource source(XDisplay server, XTimings pace, List<XWatch.Way> ways) {
    final XConnector entrance =
        new XConnector(XDisplayName.parse(server.name()), null, pace, SystemClock.INSTANCE);
    return started(new ServerSource(new X11Input(entrance, ALL, ways), SystemClock.INSTANCE));
  }

  private InputSource source(String name, @Nullable Path authority) {
    return started(X11Input.source(name, authority, ALL, SystemClock.INSTANCE));
  }

  private InputSource started(InputSource source) {
    source.start(signals);
    return source;
  }

  /**
   * Asks as often for a sign of life, and takes a server for dead that is silent for two seconds.
   */
  private static XTimings watchful(Duration askWhenIdle) {
    return new XTimings(
        BRISK.silence(), BRISK.askAgain(), BRISK.rest(), askWhenIdle, Duration.ofSeconds(2));
  }

  private Activity repeatUntil(XDisplay server, InputSignal.Kind kind, String... input)
      throws Exception {
    final long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (System.nanoTime() < deadline) {
      signals.awaitSilence(QUIET, Activity.class);
      server.xdotool(input);
      final Activity activity = signals.await(Activity.class);
      if (activity.kind() == kind) {
        return activity;
      }
    }
    throw new AssertionError("no " + kind + " came");
  }

  /** With the pointer away from the edges of the screen, and nothing told for a while. */
  private InputSource quiet(XDisplay server, XTimings pace) throws Exception {
    server.xdotool("mousemove", "50", "50");
    final InputSource source = source(server, pace);
    signals.await(InputSignal.Working.class);
    signals.awaitSilence(pace.askAgain().plusMillis(300), Activity.class);
    return source;
  }

  private InputSource quiet(XDisplay server) throws Exception {
    return quiet(server, BRISK);
  }

  @Test
  void seesKeysButtonsAndMotion() throws Exception {
    final XDisplay server = display.get();
    try (InputSource _ = source(server)) {
      final InputSignal.Working working = signals.await(InputSignal.Working.class);
      assertThat(working.coverage()).isEqualTo(ALL);
      assertThat(working.detail()).isEqualTo("the idle alarm of x11 " + server.name());

      repeatUntil(server, InputSignal.Kind.KEY, "key", "a");
      repeatUntil(server, InputSignal.Kind.BUTTON, "mousedown", "1");
      server.xdotool("mouseup", "1");
      repeatUntil(server, InputSignal.Kind.MOTION, "mousemove_relative", "3", "4");
    }
  }

  @Test
  void tellsHowFarThePointerWasMovedButOfAKeyOnlyThatItWasMore() throws Exception {
    final XDisplay server = display.get();
    try (InputSource _ = quiet(server)) {
      assertThat(
              repeatUntil(server, InputSignal.Kind.MOTION, "mousemove_relative", "3", "4")
                  .movedPixels())
          .isEqualTo(5);
      assertThat(repeatUntil(server, InputSignal.Kind.KEY, "key", "a").movedPixels())
          .isEqualTo(Activity.MORE);
    }
  }

  @Test
  void aKnockIsToldOnceAndAKeyRightAfterItAtOnce() throws Exception {
    final XDisplay server = display.get();
    try (InputSource _ = quiet(server, XTimings.USUAL)) {
      server.xdotool(
          "mousemove_relative", "2", "0", "sleep", "0.05", "mousemove_relative", "2", "1");
      assertThat(signals.await(Activity.class).movedPixels()).isLessThan(8);
      signals.assertNoneWithin(XTimings.USUAL.askAgain().multipliedBy(3), Activity.class);

      server.xdotool("mousemove_relative", "2", "0");
      assertThat(signals.await(Activity.class).movedPixels()).isLessThan(8);
      final long before = System.nanoTime();
      server.xdotool("key", "a");
      final Activity second = signals.await(Activity.class);
      assertThat(second.movedPixels()).isEqualTo(Activity.MORE);
      assertThat(second.nanos()).isBetween(before - 1_000_000, System.nanoTime());
    }
  }

  @Test
  void aMovementThatGrowsIsToldAgain() throws Exception {
    final XDisplay server = display.get();
    try (InputSource _ = quiet(server)) {
      server.xdotool("mousemove_relative", "1", "0");
      assertThat(signals.await(Activity.class).movedPixels()).isLessThan(8);
      server.xdotool("mousemove_relative", "" + FAR, "0");
      assertThat(signals.await(Activity.class).movedPixels()).isBetween(FAR, FAR + 5);
    }
  }

  @Test
  void activityThatGoesOnIsToldAtLeastEveryTwoSecondsAndAFewTimesASecondAtMost() throws Exception {
    // Whoever types may be ended with a key pressed, which the server then repeats without an end.
    try (XDisplay server = XDisplay.open();
        InputSource _ = source(server, XTimings.USUAL)) {
      signals.await(InputSignal.Working.class);
      signals.awaitSilence(Duration.ofMillis(1_200), Activity.class);
      try (RunningProgram _ = server.typing(Duration.ofMillis(100))) {
        long last = signals.await(Activity.class).nanos();
        final long until = last + Duration.ofSeconds(4).toNanos();
        int told = 0;
        while (last < until) {
          final long next = signals.await(Activity.class).nanos();
          assertThat(next - last).isLessThan(Duration.ofSeconds(2).toNanos());
          last = next;
          told++;
        }
        assertThat(told).isBetween(2, 20);
      }
    }
  }

  @Test
  void theTimeOfAnInputIsTheServersOwn() throws Exception {
    final XDisplay server = display.get();
    try (InputSource _ = quiet(server)) {
      final long before = System.nanoTime();
      server.xdotool("key", "a");
      // The server counts whole milliseconds.
      assertThat(signals.await(Activity.class).nanos())
          .isBetween(before - 1_000_000, System.nanoTime());
    }
  }

  @Test
  void noticesAPointerMovedByAProgram() throws Exception {
    final XDisplay server = display.get();
    try (InputSource _ = quiet(server)) {
      repeatUntil(server, InputSignal.Kind.MOTION, "mousemove", "20", "30");
    }
  }

  @Test
  void hearsRawEventsWhereTheServerDoesNotCountIdleTime() throws Exception {
    final XDisplay server = display.get();
    try (InputSource _ = source(server, BRISK, List.of(RawEventWatch::open))) {
      assertThat(signals.await(InputSignal.Working.class).detail()).startsWith("events of");
      repeatUntil(server, InputSignal.Kind.KEY, "key", "a");
      repeatUntil(server, InputSignal.Kind.BUTTON, "click", "1");
      repeatUntil(server, InputSignal.Kind.MOTION, "mousemove_relative", "3", "4");
    }
  }

  @Test
  void asksTheScreenSaverWhereTheServerTellsNothingByItself() throws Exception {
    final XDisplay server = display.get();
    try (InputSource _ = source(server, BRISK, List.of(ScreenSaverWatch::open))) {
      assertThat(signals.await(InputSignal.Working.class).detail()).startsWith("the idle time");
      repeatUntil(server, InputSignal.Kind.UNKNOWN, "key", "a");
      signals.assertNoneWithin(BRISK.rest().multipliedBy(4), Activity.class);
    }
  }

  @Test
  void knowsHowLongTheOwnerHasBeenIdleWhenItStarts() throws Exception {
    final XDisplay server = display.get();
    final long before = System.nanoTime();
    server.xdotool("key", "a");
    try (InputSource first = source(server)) {
      final long last = signals.await(InputSignal.Working.class).lastInputNanos();
      assertThat(first.name()).isEqualTo("x11 " + server.name());
      // The server counts whole milliseconds.
      assertThat(last).isBetween(before - 5_000_000, System.nanoTime());
    }
  }

  @Test
  void saysLostWhenTheServerDiesAndWorksAgainWithTheNextOne() throws Exception {
    final XDisplay server = XDisplay.open();
    try (InputSource source = source(server)) {
      signals.await(InputSignal.Working.class);
      server.close();
      assertThat(signals.await(InputSignal.Lost.class).source()).isEqualTo(source.name());

      try (XDisplay next = XDisplay.open(server.name())) {
        signals.await(InputSignal.Working.class);
        repeatUntil(next, InputSignal.Kind.KEY, "key", "b");
      }
    } finally {
      server.close();
    }
  }

  @Test
  void saysLostWhenTheServerStandsStillWhileTheOwnerIsActive() throws Exception {
    try (XDisplay server = XDisplay.open();
        InputSource _ = source(server, watchful(XTimings.USUAL.askWhenIdle()))) {
      signals.await(InputSignal.Working.class);
      repeatUntil(server, InputSignal.Kind.KEY, "key", "a");
      assertLostWhileFrozen(server);
    }
  }

  @Test
  void saysLostWhenTheServerStandsStillWhileTheOwnerIsAway() throws Exception {
    try (XDisplay server = XDisplay.open();
        InputSource _ = source(server, watchful(Duration.ofMillis(500)))) {
      signals.await(InputSignal.Working.class);
      signals.awaitSilence(QUIET, Activity.class);
      assertLostWhileFrozen(server);
    }
  }

  private void assertLostWhileFrozen(XDisplay server) throws InterruptedException {
    server.freeze();
    assertThat(signals.await(InputSignal.Lost.class).why()).contains("did not answer within 2 s");
    server.thaw();
    signals.await(InputSignal.Working.class);
  }

  @Test
  void isLostWhereTheServerTellsNothingInAnyWay() throws Exception {
    try (InputSource _ = source(display.get(), BRISK, List.of((_, _) -> Optional.empty()))) {
      assertThat(signals.await(InputSignal.Lost.class).why())
          .contains("does not tell programs when there is input");
    }
  }

  @Test
  void hearsRawEventsWhenTheAlarmHasGone() throws Exception {
    try (XDisplay server = XDisplay.open();
        XClient meddler = new XClient(server.name());
        InputSource _ = source(server)) {
      assertThat(signals.await(InputSignal.Working.class).detail()).startsWith("the idle alarm");
      meddler.destroyAlarmOfNextClient();
      assertThat(signals.await(InputSignal.Working.class).detail()).startsWith("events of");
      repeatUntil(server, InputSignal.Kind.KEY, "key", "a");
    }
  }

  @Test
  void findsInputThatTheAlarmDoesNotTellAndTrustsItNoMore() throws Exception {
    try (XDisplay server = XDisplay.open();
        XClient meddler = new XClient(server.name());
        InputSource _ = source(server, watchful(Duration.ofMillis(500)))) {
      signals.await(InputSignal.Working.class);
      signals.awaitSilence(QUIET, Activity.class);
      meddler.putOffAlarmOfNextClient();
      server.key("a");
      signals.await(Activity.class);
      assertThat(signals.await(InputSignal.Working.class).detail()).startsWith("events of");
      repeatUntil(server, InputSignal.Kind.KEY, "key", "a");
    }
  }

  @Test
  void refusesAServerWithinAWaylandSession() throws Exception {
    for (final FakeXServer within :
        List.of(
            new FakeXServer(List.of("SYNC", "XWAYLAND"), List.of()),
            new FakeXServer(
                List.of("SYNC", "XInputExtension"),
                List.of("Virtual core pointer", "xwayland-pointer:16")))) {
      try (FakeXServer server = within;
          InputSource _ = source(server.display(), null)) {
        assertThat(signals.await(InputSignal.Lost.class).why())
            .contains("belongs to a Wayland session");
      }
    }
  }

  @Test
  void isLostWhenTheServerRefusesWhatItIsAsked() throws Exception {
    try (FakeXServer server = new FakeXServer(List.of("SYNC"), List.of());
        InputSource _ = source(server.display(), null)) {
      assertThat(signals.await(InputSignal.Lost.class).why()).contains("reports error 1");
    }
  }

  @Test
  void isLostFromTheStartWithoutAServer() throws Exception {
    try (InputSource _ = source(":987", null)) {
      assertThat(signals.await(InputSignal.Lost.class).why())
          .contains("no X server answers at :987");
    }
  }

  @Test
  void showsTheCookieThatTheServerWants(@TempDir Path folder) throws Exception {
    final byte[] cookie = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
    final Path serverFile = folder.resolve("server");
    Files.write(serverFile, authority("", cookie));
    try (XDisplay server = XDisplay.open("-auth", serverFile.toString())) {
      final Path wrong = folder.resolve("wrong");
      Files.write(wrong, authority("", "ffffffffffffffff".getBytes(StandardCharsets.ISO_8859_1)));
      try (InputSource _ = source(server.name(), wrong)) {
        assertThat(signals.await(InputSignal.Lost.class).why()).contains("refuses");
      }
      final Path right = folder.resolve("right");
      Files.write(right, authority(server.name().substring(1), cookie));
      try (InputSource _ = source(server.name(), right)) {
        signals.await(InputSignal.Working.class);
      }
    }
  }

  private static byte[] authority(String display, byte[] cookie) throws IOException {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(65535);
    out.writeUTF("");
    out.writeUTF(display);
    out.writeUTF(XAuthority.COOKIE);
    out.writeShort(cookie.length);
    out.write(cookie);
    return bytes.toByteArray();
  }
}
