package io.lull.apps.phold;

import io.lull.apps.phold.PholdModel.ProcessState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The processes of one task: what is to happen to them, and what did, as far as it may have to be
 * undone.
 *
 * <p>D. R. Jefferson, "Virtual time", ACM TOPLAS 7(3), 1985.
 */
final class LogicalProcesses {
  private final PholdModel model;
  private final int first;
  private final ProcessState[] states;
  private final ArrayDeque<Processed>[] histories;
  private final TreeSet<Event> pending = new TreeSet<>();
  private long undone;

  /**
   * @param first of the processes, up to {@code end}
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of deques of one kind
  LogicalProcesses(PholdModel model, int first, int end) {
    this.model = model;
    this.first = first;
    this.states = new ProcessState[end - first];
    Arrays.fill(states, ProcessState.START);
    this.histories = new ArrayDeque[end - first];
    for (int i = 0; i < histories.length; i++) {
      histories[i] = new ArrayDeque<>();
      pending.addAll(model.start(first + i));
    }
  }

  private boolean isOwn(int process) {
    return process >= first && process < first + states.length;
  }

  /** The time of the next event; infinite: there is none. */
  double next() {
    return pending.isEmpty() ? Double.POSITIVE_INFINITY : pending.first().time();
  }

  /**
   * Processes the next event.
   *
   * @param send takes what goes to processes of other tasks, and whether that is to be cancelled
   */
  void process(BiConsumer<Event, Boolean> send) {
    final Event event = pending.removeFirst();
    final int place = event.process() - first;
    final ProcessState before = states[place];
    final Event caused = model.caused(event, before).orElse(null);
    histories[place].addLast(new Processed(event, before, caused));
    states[place] = PholdModel.after(event, before);
    if (caused != null) {
      if (isOwn(caused.process())) {
        insert(caused, send);
      } else {
        send.accept(caused, false);
      }
    }
  }

  /** An event is to happen; what was processed of its process after it is undone. */
  void insert(Event event, BiConsumer<Event, Boolean> send) {
    undo(event, send);
    pending.add(event);
  }

  /** An event is not to happen, though it was sent. */
  void cancel(Event event, BiConsumer<Event, Boolean> send) {
    if (!pending.remove(event)) {
      undo(event, send);
      if (!pending.remove(event)) {
        throw new IllegalStateException(event + " is cancelled, and was never sent");
      }
    }
  }

  /** All that its process did from an event on is to happen again. */
  private void undo(Event from, BiConsumer<Event, Boolean> send) {
    final List<Event> cancelled = new ArrayList<>();
    undoAll(from, cancelled, send);
    while (!cancelled.isEmpty()) {
      final Event event = cancelled.removeLast();
      if (!pending.remove(event)) {
        undoAll(event, cancelled, send);
        pending.remove(event);
      }
    }
  }

  private void undoAll(Event from, List<Event> cancelled, BiConsumer<Event, Boolean> send) {
    final int place = from.process() - first;
    final ArrayDeque<Processed> history = histories[place];
    while (!history.isEmpty() && history.getLast().event().compareTo(from) >= 0) {
      final Processed last = history.removeLast();
      states[place] = last.before();
      pending.add(last.event());
      undone++;
      last.sent()
          .ifPresent(sent -> {
            if (isOwn(sent.process())) {
              cancelled.add(sent);
            } else {
              send.accept(sent, true);
            }
          });
    }
  }

  /** What happened before a time is not undone any more. */
  void commit(double time) {
    for (final ArrayDeque<Processed> history : histories) {
      while (!history.isEmpty() && history.getFirst().event().time() < time) {
        history.removeFirst();
      }
    }
  }

  long committed() {
    return Arrays.stream(states).mapToLong(ProcessState::processed).sum();
  }

  long undone() {
    return undone;
  }

  /** The processes' parts of the trace, summed up. */
  long trace() {
    long sum = 0;
    for (int i = 0; i < states.length; i++) {
      sum += PholdModel.share(first + i, states[i]);
    }
    return sum;
  }
}
