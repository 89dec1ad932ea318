package io.lull.platform.windows.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.windows.session.MessageWindow.Change;
import io.lull.platform.windows.session.MessageWindow.Message;
import io.lull.platform.windows.session.SessionTable.Link;
import io.lull.platform.windows.session.SessionTable.Row;
import io.lull.protocol.time.SystemClock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionFollowerTest {
  private static final Row ANNA = new Row(1, Link.ACTIVE, "anna", false, false);
  private static final Row CARL = new Row(5, Link.DISCONNECTED, "carl", false, false);

  private final FakeSession windows = new FakeSession();
  private final BlockingQueue<LoggedInSessions> heard = new LinkedBlockingQueue<>();
  private @Nullable WindowThread following;

  private void follow() {
    following =
        SessionFollower.follow("test-sessions", windows, heard::add, windows, SystemClock.INSTANCE);
  }

  @AfterEach
  void close() {
    if (following != null) {
      following.close();
    }
  }

  private void await(LoggedInSessions wanted) throws InterruptedException {
    LoggedInSessions last = LoggedInSessions.NONE;
    for (int i = 0; i < 30 && !last.equals(wanted); i++) {
      final LoggedInSessions next = heard.poll(30, TimeUnit.SECONDS);
      last = next == null ? last : next;
    }
    assertThat(last).isEqualTo(wanted);
  }

  @Test
  void aSessionWithoutAScreenIsInUseButNotUsable() throws Exception {
    windows.rows =
        List.of(
            new Row(0, Link.DISCONNECTED, "", false, false),
            ANNA,
            CARL,
            new Row(4, Link.CONNECTED, "", false, false));
    follow();
    await(new LoggedInSessions(Set.of(1), Set.of(1, 5)));
    windows.rows = List.of(CARL);
    windows.messages.add(new Message.Session(Change.OTHER, 1));
    await(new LoggedInSessions(Set.of(), Set.of(5)));
  }

  @Test
  void aTableThatCannotBeReadChangesNothing() throws Exception {
    windows.rows = List.of(ANNA);
    follow();
    await(new LoggedInSessions(Set.of(1), Set.of(1)));
    windows.blind = true;
    windows.messages.add(new Message.Session(Change.OTHER, 1));
    heard.clear();
    await(new LoggedInSessions(Set.of(1), Set.of(1)));
  }

  @Test
  void whereWindowsTellsNoChangesTheTableIsAskedEachTime() throws Exception {
    windows.deaf = true;
    follow();
    await(LoggedInSessions.NONE);
    windows.rows = List.of(ANNA);
    await(new LoggedInSessions(Set.of(1), Set.of(1)));
  }
}
