package io.lull.coordinator.session;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.session.SessionProtocol;
import io.lull.coordinator.core.session.SessionProtocol.Heard;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.NodeSessionGrpc;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** The gRPC service for agents: accepts their streams and forwards their reports. */
public final class NodeSessionService extends NodeSessionGrpc.NodeSessionImplBase {
  private final SessionListener listener;
  private final Clock clock;

  public NodeSessionService(SessionListener listener, Clock clock) {
    this.listener = listener;
    this.clock = clock;
  }

  @Override
  public StreamObserver<AgentReport> connect(StreamObserver<AgentOrder> orders) {
    final Caller caller = CallerContext.current();
    final ServerCallStreamObserver<AgentOrder> stream =
        (ServerCallStreamObserver<AgentOrder>) orders;
    return new AgentStream(
        new GrpcNodeSession(caller.name(), caller.keySha256(), stream, clock), stream);
  }

  /** What the agent says on one connection. */
  private final class AgentStream implements StreamObserver<AgentReport> {
    private final GrpcNodeSession session;
    private final SessionProtocol protocol = new SessionProtocol();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean greeted;

    AgentStream(GrpcNodeSession session, ServerCallStreamObserver<AgentOrder> stream) {
      this.session = session;
      stream.setOnCancelHandler(this::end);
    }

    @Override
    public void onNext(AgentReport said) {
      session.heard();
      final Optional<String> complaint = SessionProtocol.complaint(said);
      if (complaint.isPresent()) {
        session.close(Status.INVALID_ARGUMENT.withDescription(complaint.get()));
        return;
      }
      final AgentReport report = SessionProtocol.bounded(said);
      try {
        session.pace(report);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        session.close("the coordinator is stopping");
        return;
      }
      switch (protocol.on(report)) {
        case Heard.Greeting(var hello) -> {
          greeted = true;
          check(listener.connected(session, hello));
        }
        case Heard.Numbered(var numbered) -> check(listener.reported(session, numbered));
        case Heard.Newest(var key, var newest) -> {
          if (session.offerLatest(key, newest)) {
            check(listener.refreshed(session, newest, key));
          }
        }
        case Heard.Unknown() -> {
          // From a newer agent: it may be lost, as it has no number.
        }
        case Heard.Violation(var why) ->
            session.close(Status.INVALID_ARGUMENT.withDescription(why));
      }
    }

    @Override
    public void onError(Throwable failure) {
      end();
    }

    @Override
    public void onCompleted() {
      session.close(Status.OK.withDescription("goodbye"));
      end();
    }

    private void check(boolean taken) {
      if (!taken) {
        session.close("the coordinator is busy: come back");
      }
    }

    private void end() {
      if (greeted && ended.compareAndSet(false, true)) {
        listener.disconnected(session);
      }
    }
  }
}
