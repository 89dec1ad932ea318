package io.lull.platform.windows.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.SessionEnded;
import io.lull.platform.input.InputSignal.SessionSeen;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.input.UserSession;
import io.lull.platform.windows.session.MessageWindow.Change;
import io.lull.platform.windows.session.MessageWindow.Message;
import io.lull.platform.windows.session.MessageWindow.Wish;
import io.lull.platform.windows.session.SessionTable.Link;
import io.lull.platform.windows.session.SessionTable.Row;
import io.lull.protocol.time.SystemClock;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WindowsSessionsTest {
  private static final Row ANNA = new Row(1, Link.ACTIVE, "anna", false, false);
  private static final Row BEN = new Row(3, Link.ACTIVE, "ben", true, true);

  private final FakeSession windows = new FakeSession();
  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();
  private WindowsSessions source = new WindowsSessions(windows, windows, SystemClock.INSTANCE);

  @BeforeEach
  void beAProgramInASession() {
    windows.rows =
        List.of(
            new Row(0, Link.DISCONNECTED, "", false, false),
            ANNA,
            BEN,
            new Row(4, Link.CONNECTED, "", false, false),
            new Row(5, Link.DISCONNECTED, "carl", false, false),
            new Row(65_536, Link.OTHER, "", false, false));
  }

  @AfterEach
  void close() {
    source.close();
  }

  private InputSignal next() throws InterruptedException {
    final InputSignal signal = signals.poll(30, TimeUnit.SECONDS);
    assertThat(signal).as("a signal").isNotNull();
    return signal;
  }

  @Test
  void listsThoseThatSomebodyIsLoggedInToAndCanUse() throws Exception {
    source.start(signals::add);
    assertThat(((Working) next()).coverage()).containsExactly(new Coverage.SessionList());
    assertThat(next())
        .isEqualTo(
            new SessionSeen(
                "windows sessions",
                new UserSession("1", "anna", UserSession.Kind.WINDOWS, "console", false, false)));
    assertThat(next())
        .isEqualTo(
            new SessionSeen(
                "windows sessions",
                new UserSession("3", "ben", UserSession.Kind.WINDOWS, "", true, true)));
    windows.rows = List.of(ANNA);
    windows.messages.add(new Message.Session(Change.OTHER, 3));
    assertThat(next()).isEqualTo(new SessionEnded("windows sessions", "3"));
  }

  @Test
  void aScreenThatIsJoinedAgainBringsItsSessionBack() throws Exception {
    windows.rows = List.of(new Row(5, Link.DISCONNECTED, "carl", false, false));
    source.start(signals::add);
    assertThat(next()).isInstanceOf(Working.class);
    windows.rows = List.of(new Row(5, Link.ACTIVE, "carl", false, false));
    windows.messages.add(new Message.Session(Change.OTHER, 5));
    assertThat(next()).isInstanceOf(SessionSeen.class);
  }

  @Test
  void isLostWhenWindowsDoesNotList() throws Exception {
    windows.blind = true;
    source.start(signals::add);
    assertThat(((Lost) next()).why()).contains("WTSEnumerateSessions failed");
    windows.blind = false;
    windows.messages.add(new Message.Session(Change.OTHER, 1));
    assertThat(next()).isInstanceOf(Working.class);
  }

  @Test
  void aServiceHearsThatAUserIsPresentAnywhere() throws Exception {
    windows.own = 0;
    windows.rows = List.of();
    source = new WindowsSessions(windows, windows, SystemClock.INSTANCE);
    source.start(signals::add);
    assertThat(next().source()).isEqualTo("windows sessions");
    assertThat(((Working) next()).coverage()).isEmpty();
    assertThat(windows.wishes).contains(Wish.USER_PRESENCE);
    windows.messages.add(new Message.Presence(false));
    windows.messages.add(new Message.Presence(true));
    assertThat(next()).isInstanceOf(Activity.class);
    assertThat(signals).isEmpty();
  }

  @Test
  void aServiceThatIsNotToldSaysSo() throws Exception {
    windows.own = 0;
    windows.rows = List.of();
    windows.deaf = true;
    source = new WindowsSessions(windows, windows, SystemClock.INSTANCE);
    source.start(signals::add);
    assertThat(next()).isInstanceOf(Working.class);
    assertThat(((Lost) next()).source()).isEqualTo("windows user presence");
  }
}
