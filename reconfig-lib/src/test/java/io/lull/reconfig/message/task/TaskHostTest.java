package io.lull.reconfig.message.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.TaskStatus;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import io.lull.reconfig.state.UnitOffer;
import io.lull.reconfig.state.UnitReceiver;
import io.lull.reconfig.state.UnitTransfers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker does with its tasks as they leave and come, and as it is to leave and stays. */
@Timeout(60)
final class TaskHostTest {
  private static final SynchronousQueue<Integer> STEPS = new SynchronousQueue<>();

  private static final String NAME = TaskUnit.name(0);

  private final AtomicInteger tries = new AtomicInteger();
  private final BlockingQueue<UnitTransfers.Unit> gone = new LinkedBlockingQueue<>();
  private final List<ByteBuffer> content = new CopyOnWriteArrayList<>();
  private volatile boolean willing;
  private @Nullable UnitReceiver receiver;

  /** Takes a task, or refuses: then it computes on. */
  private final UnitTransfers other =
      new UnitTransfers() {
        @Override
        public boolean send(Unit unit, String to) {
          tries.incrementAndGet();
          if (!willing) {
            return false;
          }
          read(unit.freeze().orElseThrow());
          return gone.add(unit);
        }

        @Override
        public void receiver(UnitReceiver next) {
          receiver = next;
        }
      };

  private final TaskHost host =
      new TaskHost(
          1, new TaskCodec(new ObjectCodec(List.of())), other, SystemClock.INSTANCE, () -> {});

  private void read(TransferReader reader) {
    try (reader) {
      ByteBuffer chunk = ByteBuffer.allocate(reader.mostChunkBytes());
      while (reader.next(chunk) >= 0) {
        content.add(chunk.flip());
        chunk = ByteBuffer.allocate(reader.mostChunkBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Iterates once for each step. */
  static final class Stepping implements MessageTask {
    @Override
    public boolean iterate(Peers peers) {
      try {
        return STEPS.take() > 0;
      } catch (InterruptedException e) {
        return false;
      }
    }
  }

  private static final BlockingQueue<Long> HEARD = new LinkedBlockingQueue<>();

  /** Sends task 1 a number, and then iterates once for each step. */
  static final class Sending implements MessageTask {
    private boolean sent;

    @Override
    public boolean iterate(Peers peers) {
      if (!sent) {
        sent = true;
        peers.send(1, 5, new long[] {42});
      }
      return new Stepping().iterate(peers);
    }
  }

  static final class Hearing implements MessageTask {
    @Override
    public boolean iterate(Peers peers) {
      return HEARD.add(peers.receive(0, 5).longs()[0]) && HEARD.isEmpty();
    }
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void step() throws InterruptedException {
    assertThat(STEPS.offer(1, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void tasksAreDescribedForPeople() throws Exception {
    host.begin(0, new Stepping());
    assertThat(host.statuses(10))
        .singleElement()
        .extracting(TaskStatus::getState)
        .isEqualTo("moving");
    host.enter(new TaskMembers("here", Map.of(), 1, 1), Map.of(0L, "here"), 1);
    step();
    step();
    assertThat(host.statuses(10))
        .singleElement()
        .satisfies(status -> {
          assertThat(status.getTask()).isZero();
          assertThat(status.getState()).isEqualTo("computing");
          assertThat(status.getIterations()).isPositive();
          assertThat(status.getMoves()).isZero();
        });
    assertThat(host.statuses(0)).isEmpty();
    assertThat(STEPS.offer(0, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void noTaskLeavesOnceTheWorkerStays() throws Exception {
    host.begin(0, new Stepping());
    host.enter(new TaskMembers("here", Map.of(), 1, 1), Map.of(0L, "here"), 1);
    step();
    host.leaveFor(List.of("there"));
    step();
    step(); // the safe point before is behind it
    assertThat(tries.get()).isPositive();

    host.stay();
    step();
    final int before = tries.get();
    step();
    step();
    assertThat(tries.get()).isEqualTo(before);
    assertThat(STEPS.offer(0, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aTaskThatComesBackBeforeItIsKnownToHaveGoneGoesOn() throws Exception {
    willing = true;
    host.begin(0, new Stepping());
    host.enter(new TaskMembers("here", Map.of(), 1, 1), Map.of(0L, "here"), 1);
    host.move(Map.of(0L, "there"));
    // It may have passed its first safe point before.
    while (gone.isEmpty()) {
      final boolean _ = STEPS.offer(1, 10, TimeUnit.MILLISECONDS);
    }
    final UnitTransfers.Unit unit = gone.remove();
    final UnitReceiver here = Objects.requireNonNull(receiver);
    final TransferTarget target =
        here.offered(new UnitOffer(NAME, unit.bytes()), "there").orElseThrow();
    for (final ByteBuffer chunk : content) {
      target.write(new StateTransfer(0, 0, "there", "here", unit.bytes()), chunk);
    }
    here.committed(NAME);
    unit.ended(UnitTransfers.Outcome.MOVED);
    step();
    step();
    assertThat(host.ids()).containsExactly(0L);
    assertThat(host.statuses(10)).singleElement().extracting(TaskStatus::getMoves).isEqualTo(1);
    assertThat(STEPS.offer(0, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whereATaskWasToGoIsForgottenWhenTheWorkersAreOthers() throws Exception {
    host.begin(0, new Stepping());
    host.move(Map.of(0L, "there"));
    host.enter(new TaskMembers("here", Map.of(), 1, 1), Map.of(0L, "here"), 1);
    step();
    step();
    assertThat(tries.get()).isZero();
    assertThat(STEPS.offer(0, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatAMovedTaskHadSentGoesAgainThoughItWasNotReadWhenTheNextConfigurationBegan()
      throws Exception {
    willing = true;
    final TaskCodec codec = new TaskCodec(new ObjectCodec(List.of()));
    try (TaskHost before = new TaskHost(2, codec, other, SystemClock.INSTANCE, () -> {});
        TaskHost after = new TaskHost(2, codec, other, SystemClock.INSTANCE, () -> {})) {
      before.begin(0, new Sending());
      // There is no link to the worker of task 1: the message is lost on its way.
      before.enter(new TaskMembers("here", Map.of(), 1, 1), Map.of(0L, "here", 1L, "elsewhere"), 1);
      step();
      before.move(Map.of(0L, "there"));
      while (gone.isEmpty()) {
        final boolean _ = STEPS.offer(1, 10, TimeUnit.MILLISECONDS);
      }
      final TaskBytes.Assembly assembly = new TaskBytes.Assembly(gone.remove().bytes());
      content.forEach(chunk -> TaskUnit.take(assembly, chunk));
      after.begin(1, new Hearing());
      after.enter(new TaskMembers("there", Map.of(), 1, 1), Map.of(0L, "there", 1L, "there"), 2);
      final RunningTask moved =
          RunningTask.encoded(0, assembly.whole(), TaskBody.Origin.MOVED, after);
      moved.raiseVersion(3);
      moved.start();
      assertThat(HEARD.poll(30, TimeUnit.SECONDS)).isEqualTo(42);
      assertThat(STEPS.offer(0, 30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
