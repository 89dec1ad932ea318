package io.lull.agent.session;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.NodeSessionGrpc;
import io.lull.protocol.wire.Refused;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One stream to one coordinator, from its greeting to its end. */
final class Connection implements ClientResponseObserver<AgentReport, AgentOrder> {
  private static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(1);

  /** So many heartbeats without a word, and the line is taken as dead. */
  private static final int SILENT_HEARTBEATS = 6;

  private static final Duration LEAST_SILENCE = Duration.ofSeconds(5);
  private static final Duration CHANNEL_END = Duration.ofSeconds(2);

  interface Listener {
    void heard(Connection from, AgentOrder order);

    void changed();
  }

  private final HostPort coordinator;
  private final ManagedChannel channel;
  private final Outbox outbox;
  private final Listener listener;
  private final Object sending = new Object();
  private volatile @Nullable ClientCallStreamObserver<AgentReport> stream;
  private volatile boolean accepted;
  private volatile @Nullable Ending ending;
  private volatile Duration heartbeat = DEFAULT_HEARTBEAT;
  private volatile Duration calmHeartbeat = DEFAULT_HEARTBEAT;
  private volatile Duration answer = Duration.ZERO;

  Connection(HostPort coordinator, ManagedChannel channel, Outbox outbox, Listener listener) {
    this.coordinator = coordinator;
    this.channel = channel;
    this.outbox = outbox;
    this.listener = listener;
  }

  HostPort coordinator() {
    return coordinator;
  }

  ManagedChannel channel() {
    return channel;
  }

  boolean isAccepted() {
    return accepted;
  }

  Duration heartbeat(boolean hasGuest) {
    return hasGuest ? heartbeat : calmHeartbeat;
  }

  /** After this long without a word the line is taken as dead. */
  Duration silence(boolean hasGuest) {
    final Duration beat = heartbeat(hasGuest);
    final Duration silence =
        answer.isPositive() ? beat.plus(answer) : beat.multipliedBy(SILENT_HEARTBEATS);
    return silence.compareTo(LEAST_SILENCE) < 0 ? LEAST_SILENCE : silence;
  }

  Optional<Ending> ending() {
    return Optional.ofNullable(ending);
  }

  void open(AgentReport hello) {
    NodeSessionGrpc.newStub(channel).connect(this);
    synchronized (sending) {
      final ClientCallStreamObserver<AgentReport> current = stream;
      if (current != null) {
        current.onNext(hello);
      }
    }
  }

  /**
   * From now on the reports that wait are sent.
   *
   * @param answerWithin after a heartbeat; zero: not each is answered
   */
  void accepted(Duration beat, Duration calmBeat, Duration answerWithin) {
    heartbeat = beat;
    calmHeartbeat = calmBeat;
    answer = answerWithin;
    accepted = true;
    pump();
  }

  void refused(Refused refused) {
    ended(
        refused.getFinal()
            ? new Ending.Refused(refused.getWhy())
            : new Ending.Lost("it refuses this node: " + refused.getWhy(), false));
  }

  /** Sends what waits, as far as the line takes it; the rest follows when it takes more. */
  void pump() {
    synchronized (sending) {
      final ClientCallStreamObserver<AgentReport> current = stream;
      while (accepted && ending == null && current != null && current.isReady()) {
        final AgentReport report = outbox.next();
        if (report == null) {
          return;
        }
        current.onNext(report);
      }
    }
  }

  /** Frees the line. */
  void end() throws InterruptedException {
    ended(new Ending.Closed());
    synchronized (sending) {
      final ClientCallStreamObserver<AgentReport> current = stream;
      if (current != null) {
        current.cancel("the agent ends this connection", null);
      }
    }
    channel.shutdownNow();
    channel.awaitTermination(CHANNEL_END.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Sends what still waits and says goodbye, as far as the coordinator listens. */
  void leave() throws InterruptedException {
    pump();
    ended(new Ending.Closed());
    synchronized (sending) {
      final ClientCallStreamObserver<AgentReport> current = stream;
      if (current != null) {
        current.onCompleted();
      }
    }
    channel.shutdown();
    if (!channel.awaitTermination(CHANNEL_END.toMillis(), TimeUnit.MILLISECONDS)) {
      channel.shutdownNow();
    }
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<AgentReport> requestStream) {
    requestStream.setOnReadyHandler(this::pump);
    stream = requestStream;
  }

  @Override
  public void onNext(AgentOrder order) {
    if (ending == null) {
      listener.heard(this, order);
    }
  }

  @Override
  public void onError(Throwable failure) {
    final Status status = Status.fromThrowable(failure);
    ended(
        switch (status.getCode()) {
          case PERMISSION_DENIED, UNAUTHENTICATED -> new Ending.Refused(describe(status));
          default ->
              untrusted(failure)
                  ? new Ending.Refused(
                      "the coordinator at "
                          + coordinator
                          + " and this node do not trust each other's certificates ("
                          + describe(status)
                          + "): enrol this node again with --enroll TOKEN")
                  : new Ending.Lost(describe(status), accepted);
        });
  }

  @Override
  public void onCompleted() {
    ended(new Ending.Lost("it ended the conversation", accepted));
  }

  private synchronized void ended(Ending how) {
    if (ending == null) {
      ending = how;
      listener.changed();
    }
  }

  private static boolean untrusted(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
      if (cause instanceof SSLException
          && String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("certificate")) {
        return true;
      }
    }
    return false;
  }

  private static String describe(Status status) {
    final StringBuilder line = new StringBuilder();
    line.append(
        status.getDescription() == null ? status.getCode().name() : status.getDescription());
    if (status.getCause() != null && status.getCause().getMessage() != null) {
      line.append(": ").append(status.getCause().getMessage());
    }
    return line.toString().lines().findFirst().orElse("");
  }
}
