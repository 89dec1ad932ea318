package io.lull.reconfig.comm;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Throttle;
import io.lull.reconfig.network.WorkerNetwork;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * This worker's connections, one to each peer, made once and used through all epochs that both are
 * in. Of two workers the one whose name comes first connects. After a failure every link is made
 * again, so that nothing of the broken epoch is left in it.
 */
public final class Links implements AutoCloseable {
  /** A peer that says nothing is listened to for so long, unless the answerer wants otherwise. */
  private static final Duration LONGEST_CONVERSATION = Duration.ofMinutes(2);

  /** Where a conversation is wanted and nobody answers, there are other ways. */
  public static final Duration LONGEST_CALL = Duration.ofSeconds(5);

  /** So many peers are answered at a time. */
  private static final int MAX_CONVERSATIONS = 64;

  private final Connector connector;
  private final String self;
  private final ChannelHandler handler;
  private final Conversation.Answerer answerer;
  private final LossListener losses;
  private final Clock clock;
  private final Throttle throttle;
  private final Semaphore conversations = new Semaphore(MAX_CONVERSATIONS);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Link> links = new HashMap<>();

  private final OpenCalls calls = new OpenCalls();

  /** Peers that a thread is calling; guarded by the lock, like the links. */
  private final Set<String> called = new HashSet<>();

  private boolean closed;

  /**
   * @param self this worker's name
   * @param network that its connections are made by
   * @param handler takes the frames of handled channels
   * @param answerer of the conversations that peers begin
   */
  public Links(
      String self,
      WorkerNetwork network,
      PeerSecurity security,
      ChannelHandler handler,
      Conversation.Answerer answerer,
      LossListener losses,
      Clock clock)
      throws IOException {
    this(new Connector(self, network, security, clock), handler, answerer, losses, clock);
  }

  private Links(
      Connector connector,
      ChannelHandler handler,
      Conversation.Answerer answerer,
      LossListener losses,
      Clock clock) {
    this.connector = connector;
    this.self = connector.self();
    this.handler = handler;
    this.answerer = answerer;
    this.losses = losses;
    this.clock = clock;
    this.throttle = new Throttle(clock);
    connector.listen(this::called);
  }

  /** Others in this process, secured alike, whose losses nobody hears of. */
  public Links twin(String name, ChannelHandler twinsHandler) throws IOException {
    return new Links(connector.twin(name), twinsHandler, (_, _) -> {}, (_, _, _) -> {}, clock);
  }

  /** The address that peers reach this worker at. */
  public String host() {
    return connector.host();
  }

  public int port() {
    return connector.port();
  }

  /**
   * From now on all links together carry at most so much, in both directions together; whoever
   * sends or reads beyond it waits. Frames count, TLS and what is below it do not.
   *
   * @param bytesPerSecond 0: without limit
   */
  public void allow(long bytesPerSecond) {
    throttle.limit(bytesPerSecond == 0 ? Throttle.UNLIMITED : bytesPerSecond);
  }

  /** Its first handshake would be slow, and a whole job would wait for it. */
  public void rehearse() {
    connector.rehearse();
  }

  /**
   * Begins a conversation with a peer, beside the link to it.
   *
   * @throws IOException when the peer does not answer, {@link #LONGEST_CALL} at the latest
   */
  public Conversation converse(String peer, String host, int port, Duration atMost)
      throws IOException {
    final long deadline = clock.nanos() + Math.min(LONGEST_CALL.toNanos(), atMost.toNanos());
    final WorkerNetwork.Call call = connector.begin();
    boolean begun = false;
    try {
      final Connector.Line line =
          connector.call(
              call,
              new Handshake(self, peer, 0, Handshake.Purpose.CONVERSATION),
              host,
              port,
              deadline);
      final Conversation conversation = new Conversation(line, throttle, clock, atMost);
      begun = true;
      return conversation;
    } finally {
      if (!begun) {
        call.close();
      }
    }
  }

  /**
   * The link to a peer, made if there is none.
   *
   * @param sinceEpoch older links will not do
   * @throws IOException when it cannot be had in time
   */
  public Link to(String peer, String host, int port, long sinceEpoch, WaitLimit patience)
      throws IOException, InterruptedException {
    final @Nullable Link present = await(peer, sinceEpoch, patience, self.compareTo(peer) < 0);
    if (present != null) {
      return present;
    }
    try {
      return connect(peer, host, port, sinceEpoch, patience);
    } finally {
      end(peer);
    }
  }

  /**
   * @param calls whether this worker calls that peer
   * @return null when there is none, and the caller is the only one to make it
   */
  private @Nullable Link await(String peer, long sinceEpoch, WaitLimit patience, boolean calls)
      throws IOException, InterruptedException {
    lock.lock();
    try {
      while (true) {
        final @Nullable Link link = links.get(peer);
        if (link != null && link.madeInEpoch() >= sinceEpoch) {
          return link;
        }
        if (calls && called.add(peer)) {
          return null;
        }
        changed.awaitNanos(left(peer, patience));
      }
    } finally {
      lock.unlock();
    }
  }

  private void end(String peer) {
    lock.lock();
    try {
      called.remove(peer);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How long a peer may still be waited for. */
  private long left(String peer, WaitLimit patience) throws IOException {
    final long left = patience.deadlineNanos() - clock.nanos();
    if (left <= 0 || closed || patience.over().getAsBoolean()) {
      throw new IOException("worker " + peer + " did not connect in time");
    }
    return left;
  }

  private Link connect(String peer, String host, int port, long epoch, WaitLimit patience)
      throws IOException {
    final WorkerNetwork.Call call = connector.begin();
    boolean done = false;
    try {
      calls.begin(call, patience);
      final Connector.Line line =
          connector.call(
              call,
              new Handshake(self, peer, epoch, Handshake.Purpose.LINK),
              host,
              port,
              patience.deadlineNanos());
      final Link link = add(link(peer, epoch, line));
      done = true;
      return link;
    } finally {
      calls.end(call);
      if (!done) {
        call.close();
      }
    }
  }

  /** Threads that wait for a peer check whether they still should. */
  public void breakOff() {
    calls.breakOff();
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void called(Handshake caller, Connector.Line line) throws IOException {
    switch (caller.purpose()) {
      case LINK -> add(link(caller.from(), caller.epoch(), line));
      case CONVERSATION -> {
        if (!conversations.tryAcquire()) {
          throw new IOException("too many peers speak at a time");
        }
        try (Conversation conversation =
            new Conversation(line, throttle, clock, LONGEST_CONVERSATION)) {
          answerer.answer(caller.from(), conversation);
        } finally {
          conversations.release();
        }
      }
    }
  }

  private Link link(String peer, long epoch, Connector.Line line) throws IOException {
    return new Link(peer, epoch, line.channel(), line.wire(), throttle, clock);
  }

  /**
   * Puts a new link into use. A call of an earlier epoch, which its caller may have given up long
   * ago, does not take the place of a later one's link.
   *
   * @return the link to that peer from now on
   */
  private Link add(Link link) {
    final @Nullable Link before;
    lock.lock();
    try {
      before = links.get(link.peer());
      if (before != null && before.madeInEpoch() > link.madeInEpoch()) {
        link.close();
        return before;
      }
      if (closed) {
        link.close();
        return link;
      }
      links.put(link.peer(), link);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (before != null) {
      before.close();
    }
    Thread.ofPlatform().daemon().name("from " + link.peer()).start(() -> watch(link));
    return link;
  }

  private void watch(Link link) {
    String why = "the connection ended";
    try {
      link.watch(handler);
    } catch (IOException | RuntimeException e) {
      why = "the connection ended: " + (e instanceof IOException ? e.getMessage() : e);
    } catch (OutOfMemoryError e) {
      // A link that nobody reads would hold up its peer, and nobody would know why.
      why = "there is no memory for what it sends: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    final boolean known;
    lock.lock();
    try {
      known = links.remove(link.peer(), link);
    } finally {
      lock.unlock();
    }
    link.close();
    if (known) {
      losses.lost(link.peer(), link.madeInEpoch(), why);
    }
  }

  /** Wakes the program's thread wherever it waits for a frame, so that it looks at its reason. */
  public void wakeAll() {
    forEach(Link::wake);
  }

  /**
   * Frames of epochs before this one are of no use any more: cells of a change may come behind them
   * on the same links.
   */
  public void dropOlderThan(long epoch) {
    forEach(link -> link.dropOlderThan(epoch));
  }

  private void forEach(Consumer<Link> action) {
    lock.lock();
    try {
      links.values().forEach(action);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends all links but those to these peers. A separate thread closes their connections: the
   * caller, whose program is to compute again, does not wait for it.
   */
  public void keepOnly(Set<String> peers) {
    final List<Link> ended = removeIf(link -> !peers.contains(link.peer()));
    if (!ended.isEmpty()) {
      Thread.ofPlatform().daemon().name("ended links").start(() -> ended.forEach(Link::close));
    }
  }

  /** Ends all links made before this epoch, also under a thread that is stuck in one. */
  public void closeOlderThan(long epoch) {
    removeIf(link -> link.madeInEpoch() < epoch).forEach(Link::close);
  }

  /** Their loss is not reported any more. */
  private List<Link> removeIf(Predicate<Link> condition) {
    lock.lock();
    try {
      final List<Link> ended = links.values().stream().filter(condition).toList();
      ended.forEach(link -> links.remove(link.peer()));
      return ended;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    removeIf(_ -> true).forEach(Link::close);
    connector.close();
  }
}
