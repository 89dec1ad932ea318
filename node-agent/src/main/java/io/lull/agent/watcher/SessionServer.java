package io.lull.agent.watcher;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.session.WatcherAcceptor;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SessionAccepted;
import io.lull.protocol.wire.SessionPace;
import io.lull.protocol.wire.SessionRefused;
import io.lull.protocol.wire.ToSession;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server for watchers of graphical sessions. Without its watcher a session is unobserved, and
 * its user counts as present.
 */
public final class SessionServer implements InputSource {
  /** The socket's name in the agent's data folder. */
  public static final String FILE = "session.sock";

  private static final Logger LOG = LoggerFactory.getLogger(SessionServer.class);
  private static final int MAX_WATCHERS = 32;
  private static final int MAX_WATCHERS_OF_A_USER = 4;
  private static final int MAX_ENDED = 1024;
  private static final Duration PACE_WITH_GUESTS = Duration.ofSeconds(2);
  private static final Duration PACE_WITHOUT = Duration.ofSeconds(30);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

  private final WatcherConnections entrance;
  private final Selector selector;
  private final KnownSessions sessions;
  private final String node;
  private final Optional<String> deviceUser;
  private final Clock clock;
  private final Thread thread;
  private final BlockingQueue<String> endedSessions = new ArrayBlockingQueue<>(MAX_ENDED);

  private final LostWatchers lost = new LostWatchers();

  private Consumer<InputSignal> sink = _ -> {};
  private Duration pace = PACE_WITH_GUESTS;
  private long pacedNanos;
  private volatile boolean guestMayRun = true;
  private volatile boolean closed;

  private record Peer(Watcher watcher, FrameChannel<FromSession> channel) {}

  private SessionServer(
      WatcherConnections entrance,
      Selector selector,
      KnownSessions sessions,
      String node,
      Optional<String> deviceUser,
      Clock clock) {
    this.entrance = entrance;
    this.selector = selector;
    this.sessions = sessions;
    this.node = node;
    this.deviceUser = deviceUser;
    this.clock = clock;
    this.pacedNanos = clock.nanos();
    this.thread = Thread.ofPlatform().name("session-watchers").daemon().unstarted(this::run);
    sessions.onEnd(this::sessionEnded);
  }

  /**
   * These sources, and the watchers of the sessions that they list.
   *
   * @param node its name, for people
   * @param deviceUser who watches the computer's own input devices, which are unobserved until that
   *     watcher connects; empty: one of the sources does
   * @throws IllegalArgumentException with one line, if no socket can be opened there
   */
  public static List<InputSource> beside(
      List<InputSource> sources,
      Path socket,
      String node,
      Optional<String> deviceUser,
      Clock clock) {
    return beside(sources, SocketConnections.listen(socket, MAX_WATCHERS), node, deviceUser, clock);
  }

  /**
   * These sources, and the watchers of the sessions that they list.
   *
   * @param acceptor accepts the watchers
   * @param node its name, for people
   */
  public static List<InputSource> beside(
      List<InputSource> sources, WatcherAcceptor acceptor, String node, Clock clock) {
    return beside(sources, new AcceptedConnections(acceptor), node, Optional.empty(), clock);
  }

  private static List<InputSource> beside(
      List<InputSource> sources,
      WatcherConnections entrance,
      String node,
      Optional<String> deviceUser,
      Clock clock) {
    final KnownSessions known = new KnownSessions();
    final List<InputSource> all = new ArrayList<>(known.over(sources));
    deviceUser.ifPresent(_ -> all.add(new AwaitedDevices()));
    all.add(open(entrance, known, node, deviceUser, clock));
    return List.copyOf(all);
  }

  static SessionServer open(
      WatcherConnections entrance,
      KnownSessions known,
      String node,
      Optional<String> deviceUser,
      Clock clock) {
    try {
      return new SessionServer(entrance, Selector.open(), known, node, deviceUser, clock);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot watch sessions: " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return "sessions";
  }

  @Override
  public void start(Consumer<InputSignal> to) {
    sink = to;
    thread.start();
  }

  @Override
  public void guestMayRun(boolean may) {
    if (guestMayRun != may) {
      guestMayRun = may;
      selector.wakeup();
    }
  }

  private void sessionEnded(String id) {
    if (!endedSessions.offer(id)) {
      LOG.warn("too many sessions end at once");
    }
    selector.wakeup();
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      if (thread.getState() == Thread.State.NEW) {
        end();
      } else {
        thread.join(CLOSE_WITHIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      entrance.open(selector);
      while (!closed) {
        turn();
      }
    } catch (IOException e) {
      LOG.error("the server for session watchers failed", e);
    } finally {
      end();
    }
  }

  private void end() {
    peers().values().forEach(SessionServer::close);
    try {
      selector.close();
      entrance.close();
    } catch (IOException e) {
      LOG.warn("cannot close the server for session watchers: {}", e.getMessage());
    }
  }

  /** Reads before it checks for silent watchers: the agent itself may have slept. */
  private void turn() {
    try {
      final long wait = untilDeadlineNanos();
      if (wait == Long.MAX_VALUE) {
        selector.select();
      } else {
        selector.select(Math.max(1, wait / 1_000_000 + 1));
      }
      for (final SelectionKey key : selector.selectedKeys()) {
        if (key.isValid() && key.attachment() instanceof Peer peer) {
          hear(key, peer);
        }
      }
      selector.selectedKeys().clear();
      accept();
      forgetEnded();
      setPace();
      final long now = clock.nanos();
      peers()
          .values()
          .forEach(peer -> {
            if (now - peer.watcher().deadlineNanos(pace, pacedNanos) >= 0) {
              lose(
                  peer,
                  peer.watcher().greeted()
                      ? "its watcher has been silent for "
                          + pace.multipliedBy(3).toSeconds()
                          + " seconds"
                      : "no hello in time");
            }
          });
    } catch (IOException e) {
      LOG.error("error in the server for session watchers", e);
    }
  }

  private Map<SelectionKey, Peer> peers() {
    final Map<SelectionKey, Peer> peers = new HashMap<>();
    for (final SelectionKey key : selector.keys()) {
      if (key.isValid() && key.attachment() instanceof Peer peer) {
        peers.put(key, peer);
      }
    }
    return peers;
  }

  private long untilDeadlineNanos() {
    final long now = clock.nanos();
    return peers().values().stream()
        .mapToLong(peer -> Math.max(0, peer.watcher().deadlineNanos(pace, pacedNanos) - now))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private void accept() throws IOException {
    for (Optional<WatcherConnections.Arrival> next = entrance.next();
        next.isPresent();
        next = entrance.next()) {
      admit(next.get());
    }
  }

  private void admit(WatcherConnections.Arrival arrival) throws IOException {
    final String who = arrival.speaker().name();
    final List<Peer> others = List.copyOf(peers().values());
    if (others.size() >= MAX_WATCHERS
        || others.stream().filter(other -> other.watcher().who().equals(who)).count()
            >= MAX_WATCHERS_OF_A_USER) {
      refuse(arrival.channel(), "there are too many watchers already");
      arrival.channel().close();
      return;
    }
    arrival
        .channel()
        .register(
            selector,
            new Peer(
                new Watcher(arrival.speaker(), sessions, deviceUser, clock.nanos()),
                arrival.channel()));
  }

  private void hear(SelectionKey key, Peer peer) {
    try {
      for (final FromSession message : peer.channel().take()) {
        if (!key.isValid()) {
          return;
        }
        act(key, peer, peer.watcher().on(message, clock.nanos()));
      }
    } catch (EOFException | SocketException e) {
      lose(peer, "its watcher ended unexpectedly");
    } catch (IOException e) {
      lose(peer, "invalid message from its watcher (" + e.getMessage() + ")");
    }
  }

  private void act(SelectionKey key, Peer peer, Watcher.Outcome outcome) throws IOException {
    switch (outcome) {
      case Watcher.Outcome.Told told -> sink.accept(told.signal());
      case Watcher.Outcome.Nothing _ -> {}
      case Watcher.Outcome.Accepted _ -> welcome(key, peer);
      case Watcher.Outcome.Ended _ -> {
        LOG.info("{}: its watcher disconnects", peer.watcher().label());
        close(peer);
        peer.watcher().ended().forEach(sink);
      }
      case Watcher.Outcome.Refused refused -> {
        refuse(peer.channel(), refused.why());
        lose(peer, refused.why());
      }
    }
  }

  private void welcome(SelectionKey key, Peer peer) throws IOException {
    final String label = peer.watcher().label();
    final boolean taken =
        peers().entrySet().stream()
            .anyMatch(other ->
                !other.getKey().equals(key) && other.getValue().watcher().label().equals(label));
    if (taken) {
      refuse(peer.channel(), label + " has a watcher already");
      close(peer);
      return;
    }
    LOG.info("{} is watched by a process of {}", label, peer.watcher().who());
    lost.replaced(label);
    peer.channel()
        .send(
            ToSession.newBuilder().setAccepted(SessionAccepted.newBuilder().setNode(node)).build());
    peer.channel().send(paced());
  }

  private ToSession paced() {
    return ToSession.newBuilder()
        .setPace(SessionPace.newBuilder().setAliveEveryMillis(pace.toMillis()))
        .build();
  }

  private static void refuse(FrameChannel<FromSession> channel, String why) throws IOException {
    channel.send(
        ToSession.newBuilder().setRefused(SessionRefused.newBuilder().setWhy(why)).build());
  }

  private void lose(Peer peer, String why) {
    close(peer);
    peer.watcher().lost(why).forEach(sink);
    lost.add(peer.watcher(), why);
  }

  private static void close(Peer peer) {
    try {
      peer.channel().close();
    } catch (IOException e) {
      LOG.debug("closing failed: {}", e.getMessage());
    }
  }

  /** An ended session needs no watcher; its loss is not reported. */
  private void forgetEnded() {
    final List<String> ended = new ArrayList<>();
    endedSessions.drainTo(ended);
    for (final String id : ended) {
      peers()
          .values()
          .forEach(peer -> {
            if (peer.watcher().session().equals(id)) {
              close(peer);
              peer.watcher().ended().forEach(sink);
            }
          });
      lost.takeOf(id).forEach(watcher -> watcher.ended().forEach(sink));
    }
  }

  private void setPace() {
    final Duration wanted = guestMayRun ? PACE_WITH_GUESTS : PACE_WITHOUT;
    if (wanted.equals(pace)) {
      return;
    }
    pace = wanted;
    pacedNanos = clock.nanos();
    peers()
        .values()
        .forEach(peer -> {
          if (peer.watcher().greeted()) {
            try {
              peer.channel().send(paced());
            } catch (IOException e) {
              lose(peer, "its watcher does not read");
            }
          }
        });
  }
}
