package io.lull.apps.phold;

import io.lull.apps.numbers.TaskPace;
import io.lull.apps.phold.GlobalTime.Token;
import io.lull.reconfig.message.Message;
import io.lull.reconfig.message.MessageResults;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Some of the processes, simulated ahead of the others. */
final class TimeWarp implements MessageTask {
  private static final int EVENTS = 1;
  private static final int TOKEN = 2;

  /** Processed between two looks for messages. */
  private static final int BATCH = 64;

  /** So far ahead of the global time: what is kept to be undone is bounded by it. */
  private static final double OPTIMISM = 4;

  /** Of one event in a message: whether it is cancelled, time, process, source, number. */
  private static final int EVENT_LONGS = 5;

  private final PholdModel model;
  private final int task;
  private final int tasks;
  private final TaskPace pace;
  private final LogicalProcesses processes;
  private final GlobalTime time = new GlobalTime();
  private boolean tokenIsOut;
  private boolean over;
  private long committed;
  private long trace;
  private long undone;

  /** What goes to each task. */
  private transient List<List<long[]>> outgoing = List.of();

  TimeWarp(PholdModel model, int task, int tasks, TaskPace pace) {
    this.model = model;
    this.task = task;
    this.tasks = tasks;
    this.pace = pace;
    this.processes = new LogicalProcesses(model, start(task), start(task + 1));
  }

  private int start(int part) {
    return (int) ((long) model.processes() * part / tasks);
  }

  private int taskOf(int process) {
    int part = (int) ((long) process * tasks / model.processes());
    while (process >= start(part + 1)) {
      part++;
    }
    return part;
  }

  @Override
  public void placed() {
    final List<List<long[]>> lists = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      lists.add(new ArrayList<>());
    }
    outgoing = lists;
  }

  @Override
  public boolean iterate(Peers peers) {
    if (over) {
      committed = peers.all().sum(processes.committed());
      trace = peers.all().sum(processes.trace());
      undone = peers.all().sum(processes.undone());
      return false;
    }
    pace.await();
    // The token goes on once an iteration: alone with itself, a task would do nothing else.
    Optional<Token> token = Optional.empty();
    while (token.isEmpty() && peers.probe(Peers.ANY, Peers.ANY)) {
      token = take(peers.receive(Peers.ANY, Peers.ANY), peers);
    }
    int left = BATCH;
    while (left > 0 && processes.next() < time.known() + OPTIMISM) {
      processes.process(this::send);
      left--;
    }
    flush(peers);
    if (task == 0 && !tokenIsOut) {
      tokenIsOut = true;
      pass(Token.begin(time.round(), time.known()), peers);
    }
    if (left == BATCH && token.isEmpty()) {
      token = take(peers.receive(Peers.ANY, Peers.ANY), peers);
    }
    token.ifPresent(came -> {
      if (task == 0) {
        come(came, peers);
      } else {
        pass(came, peers);
      }
    });
    return true;
  }

  /**
   * @return the token, if the message is that
   */
  private Optional<Token> take(Message message, Peers peers) {
    final long[] content = message.longs();
    if (message.tag() == TOKEN) {
      return Optional.of(Token.decoded(content));
    }
    time.receive(content[0]);
    for (int at = 1; at < content.length; at += EVENT_LONGS) {
      final Event event =
          new Event(
              Double.longBitsToDouble(content[at + 1]),
              (int) content[at + 2],
              (int) content[at + 3],
              content[at + 4]);
      if (content[at] == 0) {
        processes.insert(event, this::send);
      } else {
        processes.cancel(event, this::send);
      }
    }
    flush(peers);
    return Optional.empty();
  }

  /** The token is back at the task that sent it out. */
  private void come(Token token, Peers peers) {
    if (token.underWay() != 0) {
      pass(token.again(), peers);
      return;
    }
    processes.commit(token.least());
    // The next round tells all what this one found.
    pass(Token.begin(time.round(), token.least()), peers);
  }

  private void pass(Token token, Peers peers) {
    final Token on = time.pass(token, processes.next());
    processes.commit(time.known());
    over = time.known() == Double.POSITIVE_INFINITY;
    if (!over || task < tasks - 1) {
      peers.send((task + 1) % tasks, TOKEN, on.encoded());
    }
  }

  private void send(Event event, boolean cancelled) {
    outgoing
        .get(taskOf(event.process()))
        .add(
            new long[] {
              cancelled ? 1 : 0,
              Double.doubleToRawLongBits(event.time()),
              event.process(),
              event.source(),
              event.number()
            });
  }

  private void flush(Peers peers) {
    for (int to = 0; to < tasks; to++) {
      final List<long[]> events = outgoing.get(to);
      if (!events.isEmpty()) {
        final long[] message = new long[1 + events.size() * EVENT_LONGS];
        message[0] = time.round();
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < events.size(); i++) {
          System.arraycopy(events.get(i), 0, message, 1 + i * EVENT_LONGS, EVENT_LONGS);
          least = Math.min(least, Double.longBitsToDouble(events.get(i)[1]));
        }
        time.send(least);
        events.clear();
        peers.send(to, EVENTS, message);
      }
    }
  }

  @Override
  public void finish(MessageResults results) {
    results.value("committed", committed);
    results.value("hash", trace);
    results.value("rolledback", undone);
  }
}
