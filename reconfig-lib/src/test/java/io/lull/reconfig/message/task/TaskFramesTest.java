package io.lull.reconfig.message.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Frames of other workers that are at another incarnation of the tasks. */
final class TaskFramesTest {
  private final List<Long> ended = new ArrayList<>();
  private final TaskTable tasks = new TaskTable();
  private final TaskRouter router = new TaskRouter(tasks, TaskFramesTest::fail);
  private final TaskFrames frames =
      new TaskFrames(
          router,
          new CaptureRound(new TaskCodec(new ObjectCodec(List.of())), SystemClock.INSTANCE),
          new WaitWatch(tasks, router, TaskFramesTest::fail),
          new TaskBalance(tasks, router, () -> false, SystemClock.INSTANCE, () -> Duration.ZERO),
          (task, children, _) -> {
            ended.add(task);
            ended.addAll(children);
          });
  private final ChannelHandlers handlers = new ChannelHandlers();

  private static void fail(long task, Throwable why) {
    throw new AssertionError("task " + task, why);
  }

  TaskFramesTest() {
    frames.register(handlers);
  }

  @AfterEach
  void close() {
    router.close();
  }

  private ByteBuffer say(long epoch, long task, long child) throws Exception {
    final ByteBuffer payload = Frame.payload(TaskWire.ended(List.of(child)));
    handlers.accept("other", new Frame(TaskWire.ENDED, task, epoch, payload));
    return payload;
  }

  @Test
  void whatComesTooEarlyWaitsThoughItsPlaceIsUsedAgain() throws Exception {
    final ByteBuffer place = say(5, 1, 10);
    place.putLong(0, 99);
    assertThat(ended).isEmpty();
    frames.enter(5);
    assertThat(ended).containsExactly(1L, 10L);
  }

  @Test
  void whatIsOverIsDropped() throws Exception {
    frames.enter(5);
    say(4, 1, 10);
    frames.leave();
    say(5, 2, 20);
    assertThat(ended).isEmpty();
    say(6, 3, 30);
    frames.enter(6);
    assertThat(ended).containsExactly(3L, 30L);
  }

  @Test
  void noMoreThanSomeWait() throws Exception {
    IOException refused = null;
    for (int i = 0; i < 100_000 && refused == null; i++) {
      try {
        say(5, i, 0);
      } catch (IOException e) {
        refused = e;
      }
    }
    assertThat(refused).hasMessage("worker other sends too much too early");
  }
}
