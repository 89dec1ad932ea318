package io.lull.reconfig.message.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.state.UnitReceiver;
import io.lull.reconfig.state.UnitTransfers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker does with its tasks as it is to leave, and then is not. */
@Timeout(60)
final class TaskHostTest {
  private static final SynchronousQueue<Integer> STEPS = new SynchronousQueue<>();

  private final AtomicInteger tries = new AtomicInteger();

  /** Nothing goes, and the task computes on. */
  private final UnitTransfers refusing =
      new UnitTransfers() {
        @Override
        public boolean send(Unit unit, String to) {
          tries.incrementAndGet();
          return false;
        }

        @Override
        public void receiver(UnitReceiver receiver) {
          // Nothing comes.
        }
      };

  private final TaskHost host =
      new TaskHost(
          1, new TaskCodec(new ObjectCodec(List.of())), refusing, SystemClock.INSTANCE, () -> {});

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

  @AfterEach
  void close() {
    host.close();
  }

  private void step() throws InterruptedException {
    assertThat(STEPS.offer(1, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void noTaskLeavesOnceTheWorkerStays() throws Exception {
    host.begin(0, new Stepping());
    host.enter(new TaskMembers("here", Map.of(), 1), Map.of(0L, "here"), 1);
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
}
