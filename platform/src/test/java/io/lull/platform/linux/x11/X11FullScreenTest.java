package io.lull.platform.linux.x11;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.platform.input.InputSignal.Engaged;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.Signals;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.display.XDisplay;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class X11FullScreenTest {
  private static final String FULL = "_NET_WM_STATE_FULLSCREEN";
  private static final Duration MOMENT = Duration.ofMillis(500);

  @RegisterExtension static final SharedDisplay display = new SharedDisplay();

  private final Signals signals = new Signals();
  private XClient client;
  private InputSource source;

  /** No window is active, whatever the test before has left. */
  @BeforeEach
  void open() throws IOException {
    client = new XClient(display.get().name());
    client.activate(0);
    source = source(display.get());
  }

  @AfterEach
  void close() throws IOException {
    source.close();
    client.close();
  }

  private InputSource source(XDisplay server) {
    final InputSource started = X11FullScreen.source(server.name(), null, SystemClock.INSTANCE);
    started.start(signals);
    return started;
  }

  /** A window that fills the screen and is the active one. */
  private static int show(XClient of, String program) throws IOException {
    final int window = of.window(program);
    of.setState(window, FULL);
    of.activate(window);
    return window;
  }

  private void assertEngaged(String program, boolean on) throws InterruptedException {
    final Engaged engaged = signals.await(Engaged.class);
    assertThat(engaged.how()).isEqualTo(Engagement.FULL_SCREEN);
    assertThat(engaged.by()).isEqualTo(program);
    assertThat(engaged.on()).isEqualTo(on);
  }

  @Test
  void tellsWhenTheActiveWindowFillsTheScreenAndWhenNoLonger() throws Exception {
    assertThat(signals.await(Working.class).coverage()).isEmpty();
    final int film = client.window("Film");
    final int text = client.window("Text");
    client.activate(film);
    signals.assertNoneWithin(MOMENT, Engaged.class);
    client.setState(film, "_NET_WM_STATE_FOCUSED", FULL);
    assertEngaged("Film", true);
    client.activate(text);
    assertEngaged("Film", false);
    client.setState(text, FULL);
    assertEngaged("Text", true);
    client.activate(film);
    assertEngaged("Text", false);
    assertEngaged("Film", true);
    client.setState(film, "_NET_WM_STATE_FOCUSED");
    assertEngaged("Film", false);
  }

  @Test
  void aWindowThatVanishesFillsTheScreenNoMore() throws Exception {
    final int film = show(client, "Film");
    assertEngaged("Film", true);
    client.destroy(film);
    client.activate(0);
    assertEngaged("Film", false);
    client.activate(film);
    show(client, "Next");
    assertEngaged("Next", true);
  }

  @Test
  void theDesktopAndAScreenLockFillTheScreenWithNobodyThere() throws Exception {
    final int desktop = client.window("Desktop");
    client.setType(desktop, "_NET_WM_WINDOW_TYPE_DESKTOP");
    client.setState(desktop, FULL);
    client.activate(desktop);
    show(client, "Gnome-screensaver");
    signals.assertNoneWithin(MOMENT, Engaged.class);
  }

  @Test
  void whatFillsAScreenThatIsSavedIsSeenByNobody() throws Exception {
    show(client, "Film");
    assertEngaged("Film", true);
    client.save(true);
    assertEngaged("Film", false);
    client.save(false);
    assertEngaged("Film", true);
  }

  @Test
  void isLostWhenTheServerDiesAndTellsAnewWhatTheNextOneShows() throws Exception {
    source.close();
    final XDisplay server = XDisplay.open();
    try (XClient first = new XClient(server.name());
        InputSource _ = source(server)) {
      show(first, "Film");
      assertEngaged("Film", true);
      server.close();
      signals.await(Lost.class);
      try (XDisplay next = XDisplay.open(server.name());
          XClient again = new XClient(next.name())) {
        signals.await(Working.class);
        show(again, "Game");
        assertEngaged("Game", true);
      }
    } finally {
      server.close();
    }
  }

  @Test
  void understandsAWindowManager() throws Exception {
    final Optional<String> why = Tools.missing("openbox");
    assumeTrue(why.isEmpty(), () -> "no window manager: " + why.orElse(""));
    try (XDisplay server = XDisplay.open();
        RunningProgram _ =
            RunningProgram.named("openbox")
                .command(List.of("openbox", "--sm-disable"))
                .environment("DISPLAY", server.name())
                .toleratingAnyLog()
                .start();
        XClient program = new XClient(server.name());
        InputSource _ = source(server)) {
      final int game = program.window("Game");
      boolean engaged = false;
      // The window manager may not have begun yet: then it does not hear what is asked of it.
      for (int i = 0; i < 50 && !engaged; i++) {
        program.ask(game, true);
        engaged = signals.comesWithin(MOMENT, Engaged.class);
      }
      assertThat(engaged).isTrue();
      program.ask(game, false);
      assertEngaged("Game", false);
    }
  }
}
