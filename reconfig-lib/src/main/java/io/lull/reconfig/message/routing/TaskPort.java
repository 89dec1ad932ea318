package io.lull.reconfig.message.routing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All that one task has sent and got: order, loss and repetition are decided here, wherever the two
 * ends are. It moves with its task. Not safe for several threads.
 *
 * <p>A message is with its sender until the receiver's state has it. So nothing is lost when a
 * worker leaves, or when tasks return to what was captured, each at a time of its own: what a task
 * had sent before it was captured, and another had not got before that one was captured, is among
 * what the sender's capture keeps. This is the logging of late messages at the sender, after G.
 * Bronevetsky et al., "Automated application-level checkpointing of MPI programs", PPoPP 2003;
 * messages that a receiver had got too early are known by their numbers when they are sent again.
 */
public final class TaskPort {
  /** Any sender, or any tag that is not negative. */
  public static final int ANY = -1;

  /** Among the choices: a probe found no message, or one. */
  private static final long NONE_FOUND = -2;

  private static final long FOUND = -3;

  private final long id;
  private final long window;
  private final Map<Long, Outgoing> outgoing = new TreeMap<>();
  private final Map<Long, Incoming> incoming = new TreeMap<>();
  private long captures;
  private long arrivals;

  /** What receives of any sender took, since this was last captured; null: that is not recorded. */
  private @Nullable List<Long> chosen;

  /** Which senders receives of any sender are to take, as it was recorded. */
  private final ArrayDeque<Long> forced = new ArrayDeque<>();

  /** Since the task's fields were copied; null: there is no copy, or too much to repeat. */
  private @Nullable ReplayLog sinceCopy;

  /**
   * @param id of the task
   * @param window so many bytes may be under way to another task, and wait here of one
   */
  private TaskPort(long id, long window) {
    this.id = id;
    this.window = window;
  }

  /**
   * Of a task that begins.
   *
   * @param captures how often all tasks have been captured before
   */
  public static TaskPort fresh(long id, long window, long captures) {
    final TaskPort port = new TaskPort(id, window);
    port.captures = captures;
    return port;
  }

  public long id() {
    return id;
  }

  /** How often it has been captured. */
  public long captures() {
    return captures;
  }

  private Outgoing outgoing(long to) {
    return outgoing.computeIfAbsent(to, _ -> new Outgoing());
  }

  private Incoming incoming(long from) {
    return incoming.computeIfAbsent(from, _ -> new Incoming());
  }

  /** Whether a message of this weight may be sent to a task now. */
  public boolean hasRoom(long to, long weight) {
    final @Nullable Outgoing pair = outgoing.get(to);
    return pair == null || pair.hasRoom(weight, window);
  }

  /**
   * Numbers a message; it is kept from now on.
   *
   * @param payload that nobody changes any more
   */
  public Envelope send(long to, int tag, Payload payload) {
    return outgoing(to).add(id, to, captures, tag, payload);
  }

  /** Whether a message that was sent has arrived. */
  public boolean hasArrived(long to, long sequence) {
    final @Nullable Outgoing pair = outgoing.get(to);
    return pair != null && pair.arrived() >= sequence;
  }

  /**
   * Another task's worker tells what it has taken in.
   *
   * @return whether that is news
   */
  public boolean told(Receipt receipt) {
    return outgoing(receipt.to()).arrived(receipt.upTo(), receipt.capture() > captures);
  }

  /**
   * Whether a sender that is told at once that this has arrived will keep it no longer: if not, its
   * receiver gets a copy of the content.
   */
  public boolean takesOver(Envelope envelope) {
    final Incoming pair = incoming(envelope.from());
    return captures <= envelope.capture()
        && pair.taken() + 1 == envelope.sequence()
        && pair.waitingBytes() <= window;
  }

  /** An envelope came, by whatever way. */
  public Arrival take(Envelope envelope) {
    final Incoming pair = incoming(envelope.from());
    if (pair.contradicts(envelope)) {
      return Arrival.CONTRADICTED;
    }
    if (envelope.sequence() <= pair.taken()) {
      pair.forgetTold();
      return Arrival.REPEATED;
    }
    final int count = pair.take(envelope, arrivals);
    arrivals += count;
    return count == 0 ? Arrival.AHEAD : Arrival.TAKEN;
  }

  /**
   * What a sender is to be told now, if anything.
   *
   * @param leastBytes it is not told of fewer than so many
   */
  public Optional<Receipt> tell(long from, long leastBytes) {
    final @Nullable Incoming pair = incoming.get(from);
    if (pair == null || pair.taken() == pair.told() || pair.untoldBytes() < leastBytes) {
      return Optional.empty();
    }
    final long upTo = pair.tellable(window);
    if (upTo <= pair.told()) {
      return Optional.empty();
    }
    pair.tell(upTo);
    return Optional.of(new Receipt(from, id, upTo, captures));
  }

  /** What senders are still to be told. */
  public List<Receipt> tellAll() {
    final List<Receipt> all = new ArrayList<>();
    for (final long from : incoming.keySet()) {
      tell(from, 0).ifPresent(all::add);
    }
    return all;
  }

  /**
   * Receives a message that waits; empty: there is none.
   *
   * @param from a sender, or {@link #ANY}: the one that arrived first
   * @param tag or {@link #ANY}
   */
  public Optional<Envelope> receive(long from, int tag) {
    final @Nullable WaitingMessage found = find(from, tag);
    if (found == null) {
      return Optional.empty();
    }
    final Envelope envelope = found.envelope();
    incoming(envelope.from()).remove(found);
    if (sinceCopy != null && !sinceCopy.received(found)) {
      dropCopy();
    }
    if (from == ANY) {
      choose(envelope.from());
    }
    return Optional.of(envelope);
  }

  private void choose(long choice) {
    forced.poll();
    if (chosen != null) {
      chosen.add(choice);
    }
    if (sinceCopy != null) {
      sinceCopy.choices().add(choice);
    }
  }

  /** Whether {@link #receive} would find a message. */
  public boolean has(long from, int tag) {
    return find(from, tag) != null;
  }

  /** As {@link #has}, asked by the task: the answer is recorded, and repeated. */
  public boolean probe(long from, int tag) {
    final @Nullable Long recorded = forced.peek();
    final long answer =
        recorded != null && recorded <= NONE_FOUND ? recorded : has(from, tag) ? FOUND : NONE_FOUND;
    choose(answer);
    return answer == FOUND;
  }

  private @Nullable WaitingMessage find(long from, int tag) {
    if (from != ANY) {
      final @Nullable Incoming pair = incoming.get(from);
      return pair == null ? null : pair.first(tag, ANY);
    }
    final @Nullable Long recorded = forced.peek();
    if (recorded != null) {
      return recorded <= NONE_FOUND ? null : find(recorded, tag);
    }
    @Nullable WaitingMessage first = null;
    for (final Incoming pair : incoming.values()) {
      final @Nullable WaitingMessage candidate = pair.first(tag, ANY);
      if (candidate != null && (first == null || candidate.arrival() < first.arrival())) {
        first = candidate;
      }
    }
    return first;
  }

  /** Envelopes that have to be sent again when some may have been lost on their way. */
  public List<Envelope> underWay() {
    final List<Envelope> all = new ArrayList<>();
    outgoing.values().forEach(pair -> all.addAll(pair.underWay()));
    return all;
  }

  /** Receipts may have been lost on their way: all are given anew. */
  public void forgetTold() {
    incoming.values().forEach(Incoming::forgetTold);
  }

  /** Envelopes that came ahead of others are given back: they are to come again, elsewhere. */
  public List<Envelope> releaseAhead() {
    final List<Envelope> all = new ArrayList<>();
    incoming.values().forEach(pair -> all.addAll(pair.releaseAhead()));
    return all;
  }

  /**
   * What a task that waits can tell of it.
   *
   * @param serial of the wait
   */
  public WaitingTask waiting(long serial, boolean sends, long peer, int tag) {
    final @Nullable Incoming pair = incoming.get(peer);
    final long taken = pair == null ? 0 : pair.taken();
    return new WaitingTask(id, serial, sends, peer, tag, taken, sent(Outgoing::sent));
  }

  /** Bytes that were sent since the task came here, by receiver. */
  public Map<Long, Long> sentBytes() {
    return sent(Outgoing::sentBytes);
  }

  private Map<Long, Long> sent(ToLongFunction<Outgoing> what) {
    final Map<Long, Long> sent = new TreeMap<>();
    outgoing.forEach((to, pair) -> sent.put(to, what.applyAsLong(pair)));
    return sent;
  }

  /**
   * The state is to be captured now: counts it. What is kept for it is that of {@link #written}
   * right after this.
   *
   * @param number of the capture, one greater than before on every worker
   */
  public void capture(long number) {
    captures = number;
    chosen = new ArrayList<>();
  }

  /** Once the captured state has been written: what has arrived is kept no longer. */
  public void forgetCaptured() {
    outgoing.values().forEach(Outgoing::captured);
  }

  /**
   * All tasks have been captured: what this one does from now on, none of their captured states
   * knows.
   *
   * @return which senders receives of any sender took since the capture
   */
  public List<Long> endRecording() {
    final List<Long> recorded = chosen == null ? List.of() : List.copyOf(chosen);
    chosen = null;
    return recorded;
  }

  /** The task's fields are copied: from now on it is noted what is to be repeated from there. */
  public void copied(CopyBudget budget) {
    dropCopy();
    sinceCopy = new ReplayLog(sent(Outgoing::sent), budget);
  }

  /** The task does not go back to that copy any more. */
  public void dropCopy() {
    if (sinceCopy != null) {
      sinceCopy.drop();
      sinceCopy = null;
    }
  }

  /** Whether the task can go back to where its fields were copied. */
  public boolean canGoBack() {
    return sinceCopy != null;
  }

  /**
   * What the port is for a task that goes back to where its fields were copied: it receives the
   * same messages again, chooses alike, and sends the same; who has those already drops them.
   *
   * @throws IllegalStateException when it cannot go back
   */
  public PortState back() {
    final ReplayLog log = sinceCopy;
    if (log == null) {
      throw new IllegalStateException("task " + id + " has no copy to go back to");
    }
    final Map<Long, PortState.Sent> sent = new TreeMap<>();
    outgoing.forEach((to, pair) -> {
      final long before = log.sentBefore(to);
      sent.put(
          to,
          new PortState.Sent(
              before,
              Math.min(before, pair.arrived()),
              pair.kept().stream().filter(each -> each.sequence() <= before).toList()));
    });
    final Map<Long, List<WaitingMessage>> again = log.received();
    final Map<Long, PortState.Got> got = new TreeMap<>();
    incoming.forEach((from, pair) -> {
      final List<WaitingMessage> waiting = new ArrayList<>(again.getOrDefault(from, List.of()));
      waiting.addAll(pair.waiting());
      waiting.sort(Comparator.comparingLong(each -> each.envelope().sequence()));
      got.put(from, new PortState.Got(pair.taken(), waiting));
    });
    final List<Long> repeated = new ArrayList<>(log.choices());
    repeated.addAll(forced);
    return new PortState(captures, arrivals, sent, got, repeated);
  }

  /** What a port is, for where it goes. */
  public PortState written() {
    final Map<Long, PortState.Sent> sent = new TreeMap<>();
    outgoing.forEach(
        (to, pair) -> sent.put(to, new PortState.Sent(pair.sent(), pair.arrived(), pair.kept())));
    final Map<Long, PortState.Got> got = new TreeMap<>();
    incoming.forEach(
        (from, pair) -> got.put(from, new PortState.Got(pair.taken(), pair.waiting())));
    return new PortState(captures, arrivals, sent, got, List.copyOf(forced));
  }

  /** The same port elsewhere. */
  public static TaskPort moved(long id, long window, PortState state) {
    final TaskPort port = new TaskPort(id, window);
    port.captures = state.captures();
    state
        .sent()
        .forEach((to, pair) -> port.outgoing(to).restore(pair.sent(), pair.arrived(), pair.kept()));
    state.got().forEach((from, pair) -> port.incoming(from).restore(pair.taken(), pair.waiting()));
    port.arrivals = state.arrivals();
    port.forced.addAll(state.forced());
    return port;
  }

  /**
   * A port as it was captured.
   *
   * @param chosen what was recorded after it
   * @param captures how often all tasks count as captured now
   */
  public static TaskPort recovered(
      long id, long window, PortState state, List<Long> chosen, long captures) {
    final TaskPort port = moved(id, window, state);
    port.captures = captures;
    port.outgoing.values().forEach(Outgoing::forgetArrived);
    port.forced.addAll(chosen);
    return port;
  }
}
