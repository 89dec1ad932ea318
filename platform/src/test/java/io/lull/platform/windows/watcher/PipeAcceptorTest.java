package io.lull.platform.windows.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.process.PipeEnd;
import io.lull.platform.session.WatcherAcceptor.Visitor;
import io.lull.platform.windows.session.LoggedInSessions;
import io.lull.platform.windows.system.WindowsError;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PipeAcceptorTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final FakeProcesses windows = new FakeProcesses();
  private final FakePipe pipe = new FakePipe();
  private final BlockingQueue<Visitor> visitors = new LinkedBlockingQueue<>();
  private final AtomicInteger opened = new AtomicInteger();
  private volatile Consumer<LoggedInSessions> sessions = _ -> {};
  private volatile boolean followed;
  private final PipeAcceptor door =
      new PipeAcceptor(
          (_, hear) -> {
            sessions = hear;
            followed = true;
            return () -> followed = false;
          },
          windows,
          () -> {
            opened.incrementAndGet();
            return pipe;
          },
          SystemClock.INSTANCE);

  /** A pipe that callers of a test's choice come to. */
  private static final class FakePipe implements WatcherPipe {
    private static final Caller NOBODY = new Caller(new FakeEnd(), -1, 0, 0);
    final BlockingQueue<Caller> callers = new LinkedBlockingQueue<>();

    @Override
    public Caller next() {
      try {
        final Caller caller = callers.take();
        if (caller.process() < 0) {
          throw new WindowsError("the pipe is closed");
        }
        return caller;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      callers.add(NOBODY);
    }
  }

  private static final class FakeEnd implements PipeEnd {
    volatile boolean closed;

    @Override
    public int read(byte[] to) {
      return 0;
    }

    @Override
    public int write(byte[] from) {
      return from.length;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @BeforeEach
  void open() {
    door.open(visitors::add);
  }

  @AfterEach
  void close() {
    door.close();
    assertThat(followed).isFalse();
    assertThat(windows.living).isEmpty();
    assertThat(windows.taken()).contains("close");
  }

  private FakeEnd call(long process, int session, int pipeSession) {
    final FakeEnd end = new FakeEnd();
    pipe.callers.add(new WatcherPipe.Caller(end, process, session, pipeSession));
    return end;
  }

  @Test
  void whoComesSpeaksForTheSessionThatWindowsSaysItIsIn() throws Exception {
    final FakeEnd end = call(4711, 3, 3);
    final Visitor visitor = Objects.requireNonNull(visitors.poll(30, TimeUnit.SECONDS));
    assertThat(visitor.session()).isEqualTo("3");
    assertThat(visitor.end()).isSameAs(end);
    assertThat(end.closed).isFalse();
  }

  @Test
  void aServiceAndAProcessOfAnotherSessionThanItsCallAreTurnedAway() throws Exception {
    final FakeEnd service = call(4, 0, 0);
    final FakeEnd swapped = call(4712, 3, 2);
    call(4713, 2, 2);
    assertThat(Objects.requireNonNull(visitors.poll(30, TimeUnit.SECONDS)).session())
        .isEqualTo("2");
    assertThat(service.closed).isTrue();
    assertThat(swapped.closed).isTrue();
    assertThat(visitors).isEmpty();
  }

  @Test
  void everySessionGetsItsWatcher() {
    Eventually.await("sessions are followed", SOON, () -> followed);
    sessions.accept(new LoggedInSessions(Set.of(1, 2), Set.of(1, 2)));
    assertThat(windows.living.keySet()).containsExactlyInAnyOrder(1, 2);
  }
}
