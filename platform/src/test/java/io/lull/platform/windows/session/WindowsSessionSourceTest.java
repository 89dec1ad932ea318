package io.lull.platform.windows.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Engaged;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSignal.Locked;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Slept;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.source.IdleReading.Pointer;
import io.lull.platform.windows.session.MessageWindow.Change;
import io.lull.platform.windows.session.MessageWindow.Message;
import io.lull.protocol.time.SystemClock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowsSessionSourceTest {
  private static final Set<Coverage> COVERAGE = Set.of(new Coverage.Session("2"));

  private final FakeSession session = new FakeSession();
  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();
  private final WindowsSessionSource source =
      new WindowsSessionSource(COVERAGE, session, session, session, SystemClock.INSTANCE);

  @AfterEach
  void close() {
    source.close();
  }

  private <T extends InputSignal> T next(Class<T> type) throws InterruptedException {
    final InputSignal signal = signals.poll(30, TimeUnit.SECONDS);
    assertThat(signal).isInstanceOf(type);
    return type.cast(signal);
  }

  private void start() throws InterruptedException {
    source.start(signals::add);
    final Working working = next(Working.class);
    assertThat(working.coverage()).isEqualTo(COVERAGE);
    assertThat(SystemClock.INSTANCE.nanos() - working.lastInputNanos())
        .isGreaterThan(Duration.ofMinutes(50).toNanos());
  }

  @Test
  void aKeyIsToldAsAKey() throws Exception {
    start();
    session.messages.add(new Message.Input(Kind.KEY));
    final Activity told = next(Activity.class);
    assertThat(told.kind()).isEqualTo(Kind.KEY);
    assertThat(told.movedPixels()).isEqualTo(Activity.MORE);
  }

  @Test
  void aMovedMouseTellsHowFarAndIsNotHeardForAMoment() throws Exception {
    start();
    session.pointer = new Pointer(103, 104);
    session.messages.add(new Message.Input(Kind.MOTION));
    final Activity told = next(Activity.class);
    assertThat(told.kind()).isEqualTo(Kind.MOTION);
    assertThat(told.movedPixels()).isEqualTo(5);
    assertThat(session.mouseHeard.poll(30, TimeUnit.SECONDS)).isFalse();
    assertThat(session.mouseHeard.poll(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aButtonOfAMovedMouseIsMoreThanAMove() throws Exception {
    start();
    session.button = true;
    session.pointer = new Pointer(103, 104);
    session.messages.add(new Message.Input(Kind.MOTION));
    assertThat(next(Activity.class).movedPixels()).isEqualTo(Activity.MORE);
  }

  @Test
  void inputThatNoMessageTellsIsFoundByLooking() throws Exception {
    start();
    session.use();
    assertThat(next(Activity.class).kind()).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void withoutRawInputItPolls() throws Exception {
    session.deaf = true;
    start();
    session.use();
    assertThat(next(Activity.class).kind()).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void isLostWhenWindowsDoesNotTellTheTimeOfTheLastInput() throws Exception {
    start();
    session.blind = true;
    assertThat(next(Lost.class).why()).contains("GetLastInputInfo failed with error 5");
    session.blind = false;
    next(Working.class);
  }

  @Test
  void tellsThatTheSessionIsLocked() throws Exception {
    start();
    session.messages.add(new Message.Session(Change.LOCKED, 2));
    assertThat(next(Locked.class).locked()).isTrue();
    session.messages.add(new Message.Session(Change.UNLOCKED, 7));
    session.messages.add(new Message.Session(Change.UNLOCKED, 2));
    assertThat(next(Locked.class).locked()).isFalse();
    assertThat(signals).isEmpty();
  }

  @Test
  void asksWhetherItIsLockedWhenItStarts() throws Exception {
    session.locked = true;
    start();
    assertThat(next(Locked.class).locked()).isTrue();
  }

  @Test
  void tellsThatTheMachineSlept() throws Exception {
    start();
    session.messages.add(new Message.Sleep());
    next(Slept.class);
  }

  @Test
  void aPresentationAFullScreenAndAWatcherKeepTheOwnerBusy() throws Exception {
    session.attention = SessionInput.Attention.FULL_SCREEN;
    start();
    final Engaged engaged = next(Engaged.class);
    assertThat(engaged.how()).isEqualTo(Engagement.FULL_SCREEN);
    assertThat(engaged.on()).isTrue();
  }
}
