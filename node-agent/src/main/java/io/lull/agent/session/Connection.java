package io.lull.agent.session;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.NodeSessionGrpc;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One gRPC stream to one coordinator. */
final class Connection implements ClientResponseObserver<AgentReport, AgentOrder> {
  private static final Duration CHANNEL_END = Duration.ofSeconds(2);

  /** Called on the stream's threads, never after this side has ended the connection. */
  interface Listener {
    void heard(long from, AgentOrder order);

    void writable(long to);

    void broken(long which, String why, boolean refused);
  }

  private final long number;
  private final HostPort coordinator;
  private final ManagedChannel channel;
  private final Listener listener;
  private final Object sending = new Object();
  private volatile @Nullable ClientCallStreamObserver<AgentReport> stream;
  private volatile boolean ended;

  Connection(long number, HostPort coordinator, ManagedChannel channel, Listener listener) {
    this.number = number;
    this.coordinator = coordinator;
    this.channel = channel;
    this.listener = listener;
  }

  long number() {
    return number;
  }

  ManagedChannel channel() {
    return channel;
  }

  void open() {
    NodeSessionGrpc.newStub(channel).connect(this);
  }

  /** Whether the stream accepts one more without buffering it. */
  boolean write(AgentReport report) {
    synchronized (sending) {
      final ClientCallStreamObserver<AgentReport> current = stream;
      if (current == null || ended) {
        return false;
      }
      current.onNext(report);
      return current.isReady();
    }
  }

  /** Frees the connection. */
  void end() throws InterruptedException {
    ended = true;
    synchronized (sending) {
      final ClientCallStreamObserver<AgentReport> current = stream;
      if (current != null) {
        current.cancel("the agent ends this connection", null);
      }
    }
    channel.shutdownNow();
    channel.awaitTermination(CHANNEL_END.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends the stream after sending what was written, as far as the coordinator reads it. */
  void leave() throws InterruptedException {
    ended = true;
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
    requestStream.setOnReadyHandler(() -> listener.writable(number));
    stream = requestStream;
  }

  @Override
  public void onNext(AgentOrder order) {
    if (!ended) {
      listener.heard(number, order);
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (ended) {
      return;
    }
    final Status status = Status.fromThrowable(failure);
    switch (status.getCode()) {
      case PERMISSION_DENIED, UNAUTHENTICATED -> listener.broken(number, describe(status), true);
      default -> {
        if (untrusted(failure)) {
          listener.broken(
              number,
              "the coordinator at "
                  + coordinator
                  + " and this node do not trust each other's certificates ("
                  + describe(status)
                  + "): enrol this node again with --enroll TOKEN",
              true);
        } else {
          listener.broken(number, describe(status), false);
        }
      }
    }
  }

  @Override
  public void onCompleted() {
    if (!ended) {
      listener.broken(number, "it ended the session", false);
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
