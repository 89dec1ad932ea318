package io.lull.reconfig.message.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.routing.CopyBudget;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Receipt;
import io.lull.reconfig.message.routing.TaskPort;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a task is, as it is captured and goes back. */
final class TaskBodyTest {
  private static final int LONG = 4096;

  private final TaskCodec codec = new TaskCodec(new ObjectCodec(List.of()));

  /** Has an array that is not serialised. */
  static final class Holding implements MessageTask {
    private double[] values = {};

    Holding() {}

    @Override
    public boolean iterate(Peers peers) {
      return false;
    }
  }

  private final TaskServices services =
      new TaskServices() {
        @Override
        public int count() {
          return 1;
        }

        @Override
        public TaskCodec codec() {
          return codec;
        }

        @Override
        public Clock clock() {
          return SystemClock.INSTANCE;
        }

        @Override
        public CopyBudget copies() {
          return new CopyBudget(1 << 20);
        }

        @Override
        public Polling polling() {
          throw new AssertionError("nobody waits");
        }

        @Override
        public long life() {
          return 0;
        }

        @Override
        public void deliver(Envelope envelope, long life) {
          throw new AssertionError("nothing is sent");
        }

        @Override
        public void deliver(Receipt receipt, long life) {
          throw new AssertionError("nothing is sent");
        }

        @Override
        public long captureDue() {
          return 0;
        }

        @Override
        public void spawned(long id, Task child, long captures, long life) {
          throw new AssertionError("nothing is begun");
        }

        @Override
        public void failed(long task, Throwable failure) {
          throw new AssertionError(failure);
        }
      };

  @Test
  void whatATaskThatWentBackComputesIsNotInTheCopyThatIsBeingStored() {
    final Holding task = new Holding();
    task.values = new double[LONG];
    final TaskBody body = TaskBody.fresh(0, task, services);
    final TaskPort port = TaskPort.fresh(0, Peers.WINDOW_BYTES, 0);
    final TaskBytes fields = body.write(task);
    final TaskBody.Captured captured = body.capture(port, 1, fields, false);
    body.keep(fields, port);
    assertThat(body.goBack(port)).isTrue();
    final Holding again = (Holding) codec.decoded(body.encoded().orElseThrow()).task();
    again.values[7] = 1;
    final TaskBytes stored = codec.encoded(captured.image(), captured.fields());
    assertThat(((Holding) codec.decoded(stored).task()).values[7]).isZero();
  }
}
