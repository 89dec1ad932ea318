package io.lull.reconfig.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.runtime.Standalone;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Message programs on one worker. */
@Timeout(60)
final class StandaloneMessagesTest {
  @TempDir Path folder;

  private Map<String, String> run(MessageProgram program, Map<String, String> parameters)
      throws Exception {
    return Standalone.run(program, parameters, List.of(), folder.resolve("outputs"));
  }

  private Map<String, String> run(int count, LongFunction<? extends Task> tasks) throws Exception {
    return run(space -> space.tasks(count, tasks), Map.of());
  }

  @Test
  void eachMessageArrivesOnce() throws Exception {
    assertThat(run(new StormProgram(), Map.of("tasks", "7", "rounds", "40", "seed", "5")))
        .containsEntry("sum", String.valueOf(StormProgram.expected(7, 40, 5)))
        .containsEntry("received", String.valueOf(7 * 40 * StormProgram.Storm.TURNS));
  }

  /** Keeps what it is told in the field of a task that others cannot see. */
  abstract static class Reporting implements MessageTask {
    private final Map<String, Long> values = new TreeMap<>();

    void report(String name, long value) {
      values.put(name, value);
    }

    @Override
    public void finish(MessageResults results) {
      values.forEach(results::value);
    }
  }

  /** Group calls of any number of tasks. */
  static final class Calls extends Reporting {
    @Override
    public boolean iterate(Peers peers) {
      final TaskGroup all = peers.all();
      final int n = all.size();
      final double mine = peers.id() + 1;
      all.barrier();
      report("sum", (long) all.sum(mine));
      report("whole", all.sum(peers.id() + 1));
      report("max", (long) all.max(mine));
      report("most", all.max(10L * peers.id()));
      for (int from = 0; from < n; from++) {
        report("broadcast" + from, (long) all.broadcast(new double[] {mine}, from)[0]);
        final double[] reduced = all.reduce(new double[] {mine, 1}, from);
        assertThat(reduced).hasSize(peers.id() == from ? 2 : 0);
        final List<double[]> gathered = all.gather(new double[] {mine}, from);
        assertThat(gathered).hasSize(peers.id() == from ? n : 0);
      }
      final List<double[]> toEach = new ArrayList<>();
      for (int to = 0; to < n; to++) {
        toEach.add(new double[] {100.0 * peers.id() + to});
      }
      long wrong = 0;
      int from = 0;
      for (final double[] each : all.allToAll(toEach)) {
        wrong += each[0] == 100L * from++ + peers.id() ? 0 : 1;
      }
      report("wrong", all.sum(wrong));
      assertThat(all.broadcast("said by " + peers.id(), n - 1, String.class))
          .isEqualTo("said by " + (n - 1));
      if (n > 2 && peers.id() % 2 == 0) {
        final List<Long> even = new ArrayList<>();
        for (long id = 0; id < n; id += 2) {
          even.add(id);
        }
        report("even", (long) peers.group(even).sum(1.0));
      }
      return false;
    }
  }

  @Test
  void groupsOfAnySizeCallTogether() throws Exception {
    for (int n = 1; n <= 9; n++) {
      final Map<String, String> values = run(n, id -> new Calls());
      assertThat(values)
          .containsEntry("sum", String.valueOf(n * (n + 1) / 2))
          .containsEntry("whole", String.valueOf(n * (n + 1) / 2))
          .containsEntry("max", String.valueOf(n))
          .containsEntry("most", String.valueOf(10 * (n - 1)))
          .containsEntry("broadcast" + (n - 1), String.valueOf(n))
          .containsEntry("wrong", "0");
      if (n > 2) {
        assertThat(values).containsEntry("even", String.valueOf((n + 1) / 2));
      }
    }
  }

  /** Crossing sends of 64 MiB. */
  static final class Crossing extends Reporting {
    @Override
    public boolean iterate(Peers peers) {
      final double[] mine = new double[8 << 20];
      mine[mine.length - 1] = peers.id() + 1;
      report("got", (long) peers.exchange(1 - peers.id(), 3, mine).doubles()[mine.length - 1]);
      return false;
    }
  }

  @Test
  void crossingLongMessagesComplete() throws Exception {
    assertThat(run(2, id -> new Crossing())).containsEntry("got", "2");
  }

  /** Only tags and their order count. */
  static final class Tags extends Reporting {
    @Override
    public boolean iterate(Peers peers) {
      if (peers.id() == 1) {
        for (int i = 0; i < 10; i++) {
          peers.send(0, i % 2, new int[] {i});
        }
        return false;
      }
      long order = 0;
      for (int i = 0; i < 5; i++) {
        order = order * 10 + peers.receive(1, 1).ints()[0];
      }
      report("odd", order);
      final Pending<Message> first = peers.begin(1, 0);
      final Pending<Message> second = peers.begin(1, Peers.ANY);
      report("second", second.await().ints()[0]);
      report("first", first.await().ints()[0]);
      assertThat(peers.probe(1, 1)).isFalse();
      for (int i = 0; i < 3; i++) {
        peers.receive(1, 0);
      }
      return false;
    }
  }

  @Test
  void messagesOfATagKeepTheirOrder() throws Exception {
    assertThat(run(2, id -> new Tags()))
        .containsEntry("odd", "13579")
        .containsEntry("first", "0")
        .containsEntry("second", "2");
  }

  /** A slow receiver. */
  static final class Slow extends Reporting {
    private long sent;

    @Override
    public boolean iterate(Peers peers) {
      if (peers.id() == 1) {
        peers.send(0, 1, new byte[32 << 10]);
        return ++sent < 100;
      }
      for (int i = 0; i < 100; i++) {
        peers.receive(1, 1);
      }
      report("received", 100);
      return false;
    }
  }

  @Test
  void aSenderWaitsForRoom() throws Exception {
    assertThat(run(2, id -> new Slow())).containsEntry("received", "100");
  }

  /** A tree of tasks that begin others. */
  static final class Node extends Reporting {
    private final int depth;
    private final long parent;
    private boolean begun;

    Node(int depth, long parent) {
      this.depth = depth;
      this.parent = parent;
    }

    @Override
    public boolean iterate(Peers peers) {
      if (!begun) {
        begun = true;
        for (int i = 0; i < 2 && depth > 0; i++) {
          peers.spawn(new Node(depth - 1, peers.id()));
        }
        return true;
      }
      long size = 1;
      for (int i = 0; i < 2 && depth > 0; i++) {
        size += peers.receive(Peers.ANY, 1).longs()[0];
      }
      if (parent < 0) {
        report("nodes", size);
      } else {
        peers.send(parent, 1, new long[] {size});
      }
      return false;
    }
  }

  /** Ends before its child does. */
  static final class Leaving extends Reporting {
    static final AtomicBoolean CHILD_ENDED = new AtomicBoolean();
    private final boolean child;

    Leaving(boolean child) {
      this.child = child;
    }

    @Override
    public boolean iterate(Peers peers) {
      if (child) {
        LockSupport.parkNanos(100_000_000);
        CHILD_ENDED.set(true);
      } else {
        peers.spawn(new Leaving(true));
      }
      return false;
    }
  }

  @Test
  void theProgramEndsWithItsLastTask() throws Exception {
    run(1, id -> new Leaving(false));
    assertThat(Leaving.CHILD_ENDED).isTrue();
  }

  @Test
  void tasksBeginOthers() throws Exception {
    assertThat(run(1, id -> new Node(6, -1))).containsEntry("nodes", "127");
  }

  /** Passes a token on. */
  static final class Token implements EventTask {
    private long seen;

    @Override
    public void begin(Peers peers) {
      if (peers.id() == 0) {
        peers.send(1, 1, new long[] {0});
      }
    }

    @Override
    public boolean on(Message message, Peers peers) {
      final long hop = message.longs()[0] + 1;
      seen++;
      if (hop < 100L * peers.count()) {
        peers.send((peers.id() + 1) % peers.count(), 1, new long[] {hop});
      }
      return seen < 100;
    }

    @Override
    public void finish(MessageResults results) {
      results.value("seen", seen);
    }
  }

  @Test
  void tasksReactToEvents() throws Exception {
    assertThat(run(5, id -> new Token())).containsEntry("seen", "100");
  }

  /** What a message is made of. */
  record Found(long by, double cost, List<String> way) {}

  static final class Finder extends Reporting {
    @Override
    public boolean iterate(Peers peers) {
      if (peers.id() == 1) {
        peers.send(0, 1, new Found(1, 0.5, List.of("a", "b")));
      } else {
        final Found found = peers.receive(1, 1).as(Found.class);
        report("length", found.way().size());
      }
      return false;
    }
  }

  @Test
  void registeredRecordsAreMessages() throws Exception {
    assertThat(
            run(
                space -> {
                  space.register(Found.class);
                  space.tasks(2, id -> new Finder());
                },
                Map.of()))
        .containsEntry("length", "2");
  }

  @Test
  void othersAreRefusedWithWhatToDo() {
    assertThatThrownBy(() -> run(2, id -> new Finder()))
        .isInstanceOf(ProgramError.class)
        .hasMessageContaining("space.register(StandaloneMessagesTest$Found.class)");
  }

  /** Sends to a task that has ended. */
  static final class Late extends Reporting {
    @Override
    public boolean iterate(Peers peers) {
      if (peers.id() == 0) {
        peers.receive(1, 1);
        return false;
      }
      peers.send(0, 1, new long[0]);
      LockSupport.parkNanos(50_000_000);
      peers.send(0, 2, new long[0]);
      return true;
    }
  }

  @Test
  void aMessageToATaskThatHasEndedIsAnError() {
    assertThatThrownBy(() -> run(2, id -> new Late()))
        .isInstanceOf(ProgramError.class)
        .hasMessage("task 1 sends a message to task 0, which has ended");
  }

  /** Each waits for the next one. */
  static final class Circle extends Reporting {
    @Override
    public boolean iterate(Peers peers) {
      peers.receive((peers.id() + 1) % peers.count(), 7);
      return false;
    }
  }

  @Test
  void tasksThatWaitForEachOtherAreNamed() {
    assertThatThrownBy(() -> run(3, id -> new Circle()))
        .isInstanceOf(ProgramError.class)
        .hasMessageStartingWith("tasks wait for each other in a circle: ")
        .hasMessageContaining("task 2 waits to receive from task 0 with tag 7");
  }
}
