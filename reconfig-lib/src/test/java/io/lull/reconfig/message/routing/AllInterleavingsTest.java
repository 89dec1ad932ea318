package io.lull.reconfig.message.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three workers, two tasks that send each other messages and move, in every order in which the
 * links can bring all that: each message is received once, and those of a task in their order.
 */
final class AllInterleavingsTest {
  private static final int WORKERS = 3;
  private static final long WINDOW = 1 << 20;

  /** The first task moves on, and its partner to where it was; then the first follows. */
  private static final List<Move> MOVES =
      List.of(new Move(0, 0, 2), new Move(1, 1, 0), new Move(0, 2, 1));

  private record Move(long task, int from, int to) {}

  /** What a link carries. */
  private sealed interface Item {}

  private record Message(Envelope envelope, long version) implements Item {}

  private record Unit(int move, PortState state) implements Item {}

  private record Done(int move) implements Item {}

  private record Placed(long task, Place place) implements Item {}

  /** So many of the moves, and messages of each task. */
  private record Size(int moves, int messages) {}

  /** All that there is; changed by its own methods only, and copied before. */
  private static final class World {
    private final Size size;
    private final List<Map<Long, TaskPort>> ports = new ArrayList<>();
    private final List<Map<Long, List<Message>>> held = new ArrayList<>();
    private final List<TaskDirectory> directories = new ArrayList<>();
    private final List<Map<Long, Place>> known = new ArrayList<>();
    private final List<List<Item>> links = new ArrayList<>();
    private final Map<Long, List<Long>> received = new TreeMap<>();
    private final int[] sent = new int[2];
    private int begun;

    World(Size size) {
      this.size = size;
      for (int w = 0; w < WORKERS; w++) {
        ports.add(new TreeMap<>());
        held.add(new TreeMap<>());
        directories.add(new TaskDirectory());
        known.add(new TreeMap<>());
      }
      for (int l = 0; l < WORKERS * WORKERS; l++) {
        links.add(new ArrayList<>());
      }
      for (long task = 0; task < 2; task++) {
        ports.get((int) task).put(task, TaskPort.fresh(task, WINDOW, 0));
        received.put(task, new ArrayList<>());
        for (int w = 0; w < WORKERS; w++) {
          hear(w, task, new Place("" + task, 0));
        }
      }
    }

    World(World other) {
      size = other.size;
      for (int w = 0; w < WORKERS; w++) {
        final Map<Long, TaskPort> copies = new TreeMap<>();
        other.ports.get(w).forEach((id, port) -> copies.put(id, copy(port)));
        ports.add(copies);
        final Map<Long, List<Message>> waiting = new TreeMap<>();
        other.held.get(w).forEach((id, items) -> waiting.put(id, new ArrayList<>(items)));
        held.add(waiting);
        directories.add(new TaskDirectory());
        known.add(new TreeMap<>());
        final int worker = w;
        other.known.get(w).forEach((task, place) -> hear(worker, task, place));
      }
      other.links.forEach(link -> links.add(new ArrayList<>(link)));
      other.received.forEach((id, all) -> received.put(id, new ArrayList<>(all)));
      System.arraycopy(other.sent, 0, sent, 0, sent.length);
      begun = other.begun;
    }

    private static TaskPort copy(TaskPort port) {
      final List<Envelope> ahead = port.releaseAhead();
      final TaskPort copy = TaskPort.moved(port.id(), WINDOW, port.written());
      for (final Envelope envelope : ahead) {
        port.take(envelope);
        copy.take(envelope);
      }
      return copy;
    }

    /** What tells worlds apart. */
    String key() {
      final StringBuilder key = new StringBuilder();
      ports.forEach(all ->
          all.forEach((id, port) -> {
            final List<Envelope> ahead = port.releaseAhead();
            ahead.forEach(port::take);
            key.append(id).append(port.written()).append(ahead);
          }));
      return key.append(held)
          .append(known)
          .append(links)
          .append(received)
          .append(sent[0])
          .append(sent[1])
          .append(begun)
          .toString();
    }

    private List<Item> link(int from, int to) {
      return links.get(from * WORKERS + to);
    }

    private void hear(int worker, long task, Place place) {
      if (directories.get(worker).heard(task, place)) {
        known.get(worker).put(task, place);
      }
    }

    /** All worlds that can come after this one. */
    List<World> next() {
      final List<World> all = new ArrayList<>();
      for (int task = 0; task < 2; task++) {
        final Optional<Integer> at = runsAt(task);
        if (sent[task] < size.messages() && at.isPresent()) {
          final World world = new World(this);
          world.send(task, at.get());
          all.add(world);
        }
      }
      if (begun < size.moves()) {
        final Move move = MOVES.get(begun);
        if (runsAt(move.task()).equals(Optional.of(move.from()))) {
          final World world = new World(this);
          world.begin(begun);
          all.add(world);
        }
      }
      for (int l = 0; l < links.size(); l++) {
        if (!links.get(l).isEmpty()) {
          final World world = new World(this);
          world.arrive(l / WORKERS, l % WORKERS);
          all.add(world);
        }
      }
      return all;
    }

    private Optional<Integer> runsAt(long task) {
      for (int w = 0; w < WORKERS; w++) {
        if (ports.get(w).containsKey(task) && !held.get(w).containsKey(task)) {
          return Optional.of(w);
        }
      }
      return Optional.empty();
    }

    private void send(int task, int worker) {
      sent[task]++;
      final Payload payload = new Payload(Payload.Kind.LONGS, new long[] {sent[task]});
      final TaskPort port = port(worker, task);
      route(worker, new Message(port.send(1 - task, 1, payload), TaskDirectory.NOWHERE));
    }

    private void begin(int number) {
      begun++;
      final Move move = MOVES.get(number);
      final TaskPort port = port(move.from(), move.task());
      final List<Message> waiting = new ArrayList<>();
      port.releaseAhead()
          .forEach(envelope -> waiting.add(new Message(envelope, TaskDirectory.NOWHERE)));
      held.get(move.from()).put(move.task(), waiting);
      link(move.from(), move.to()).add(new Unit(number, port.written()));
    }

    private void arrive(int from, int to) {
      switch (link(from, to).removeFirst()) {
        case Message message -> route(to, message);
        case Unit(int number, PortState state) -> {
          final long task = MOVES.get(number).task();
          ports.get(to).put(task, TaskPort.moved(task, WINDOW, state));
          link(to, from).add(new Done(number));
          receive(to, task);
          retry(to, task);
        }
        case Done(int number) -> end(number);
        case Placed(long task, Place place) -> {
          hear(to, task, place);
          retry(to, task);
        }
      }
    }

    private void end(int number) {
      final Move move = MOVES.get(number);
      final Place place = new Place("" + move.to(), number + 1L);
      ports.get(move.from()).remove(move.task());
      hear(move.from(), move.task(), place);
      Objects.requireNonNull(held.get(move.from()).remove(move.task()))
          .forEach(item -> route(move.from(), fresh(item)));
      for (int w = 0; w < WORKERS; w++) {
        if (w != move.from()) {
          link(move.from(), w).add(new Placed(move.task(), place));
        }
      }
    }

    private static Message fresh(Message message) {
      return new Message(message.envelope(), TaskDirectory.NOWHERE);
    }

    private void route(int worker, Message item) {
      final long task = item.envelope().to();
      final @Nullable List<Message> standing = held.get(worker).get(task);
      if (standing != null) {
        standing.add(item);
        return;
      }
      final @Nullable TaskPort port = ports.get(worker).get(task);
      if (port == null) {
        final Optional<Place> next =
            directories.get(worker).next(task, "" + worker, item.version());
        if (next.isPresent()) {
          link(worker, Integer.parseInt(next.get().worker()))
              .add(new Message(item.envelope(), next.get().version()));
        } else {
          homeless(worker, task).add(item);
        }
      } else {
        assertThat(port.take(item.envelope())).isNotEqualTo(Arrival.CONTRADICTED);
        receive(worker, task);
      }
    }

    /** Those wait under a number that no task has. */
    private List<Message> homeless(int worker, long task) {
      return held.get(worker).computeIfAbsent(-1 - task, _ -> new ArrayList<>());
    }

    private void retry(int worker, long task) {
      final @Nullable List<Message> waiting = held.get(worker).remove(-1 - task);
      if (waiting != null) {
        waiting.forEach(item -> route(worker, fresh(item)));
      }
    }

    private TaskPort port(int worker, long task) {
      return Objects.requireNonNull(ports.get(worker).get(task));
    }

    private void receive(int worker, long task) {
      final TaskPort port = port(worker, task);
      final List<Long> all = received.computeIfAbsent(task, _ -> new ArrayList<>());
      Optional<Envelope> next = port.receive(TaskPort.ANY, TaskPort.ANY);
      while (next.isPresent()) {
        all.add(((long[]) next.get().payload().values())[0]);
        next = port.receive(TaskPort.ANY, TaskPort.ANY);
      }
    }

    void assertRight() {
      assertThat(begun).isEqualTo(size.moves());
      final List<Long> all = LongStream.rangeClosed(1, size.messages()).boxed().toList();
      assertThat(received).isEqualTo(Map.of(0L, all, 1L, all));
      for (long task = 0; task < 2; task++) {
        final long id = task;
        assertThat(ports.stream().filter(there -> there.containsKey(id))).hasSize(1);
      }
      assertThat(held).allMatch(Map::isEmpty);
    }
  }

  @Test
  void eachMessageIsReceivedOnceAndInItsOrder() {
    assertRight(new Size(2, 1));
  }

  @Test
  @Tag("nightly")
  void whateverMovesTwiceIsFoundToo() {
    assertRight(new Size(3, 1));
  }

  @Test
  @Tag("long")
  void twoMessagesOfEachAreReceivedOnceAndInTheirOrder() {
    assertRight(new Size(3, 2));
  }

  private static void assertRight(Size size) {
    final SeenStates seen = new SeenStates();
    final List<World> left = new ArrayList<>(List.of(new World(size)));
    int ends = 0;
    while (!left.isEmpty()) {
      final World world = left.removeLast();
      final List<World> next = world.next();
      if (next.isEmpty()) {
        ends++;
        world.assertRight();
      }
      for (final World following : next) {
        if (seen.add(following.key())) {
          left.add(following);
        }
      }
    }
    assertThat(ends).isPositive();
    System.out.printf("%s: %,d states, %,d of them ends%n", size, seen.size(), ends);
  }
}
