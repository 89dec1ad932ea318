package io.lull.coordinator.session;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.Caller;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.NodeSessionGrpc;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Takes the agents' streams and hands on what they say. */
public final class NodeSessionService extends NodeSessionGrpc.NodeSessionImplBase {
  private final SessionListener listener;
  private final Clock clock;

  public NodeSessionService(SessionListener listener, Clock clock) {
    this.listener = listener;
    this.clock = clock;
  }

  @Override
  public StreamObserver<AgentReport> connect(StreamObserver<AgentOrder> orders) {
    final Caller caller = Caller.current();
    final ServerCallStreamObserver<AgentOrder> stream =
        (ServerCallStreamObserver<AgentOrder>) orders;
    return new Conversation(new NodeLink(caller.name(), caller.keySha256(), stream, clock), stream);
  }

  /** What the agent says on one connection. */
  private final class Conversation implements StreamObserver<AgentReport> {
    private final NodeLink link;
    private final AtomicBoolean ended = new AtomicBoolean();
    private boolean greeted;

    Conversation(NodeLink link, ServerCallStreamObserver<AgentOrder> stream) {
      this.link = link;
      stream.setOnCancelHandler(this::end);
    }

    @Override
    public void onNext(AgentReport said) {
      link.heard();
      final Optional<String> complaint = Sanity.complaint(said);
      if (complaint.isPresent()) {
        link.close(Status.INVALID_ARGUMENT.withDescription(complaint.get()));
        return;
      }
      final AgentReport report = Sanity.of(said);
      try {
        link.pace(report);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        link.close(Status.UNAVAILABLE.withDescription("the coordinator is stopping"));
        return;
      }
      if (!greeted) {
        if (!report.hasHello()) {
          link.close(Status.INVALID_ARGUMENT.withDescription("an agent says Hello first"));
          return;
        }
        greeted = true;
        check(listener.connected(link, report.getHello()));
      } else if (report.hasHello()) {
        link.close(Status.INVALID_ARGUMENT.withDescription("an agent says Hello once"));
      } else if (report.getSequence() > 0) {
        check(listener.reported(link, report));
      } else {
        final String key = key(report);
        if (key != null && link.offerLatest(key, report)) {
          check(listener.refreshed(link, report, key));
        }
      }
    }

    @Override
    public void onError(Throwable failure) {
      end();
    }

    @Override
    public void onCompleted() {
      link.close(Status.OK.withDescription("goodbye"));
      end();
    }

    private void check(boolean taken) {
      if (!taken) {
        link.close(Status.UNAVAILABLE.withDescription("the coordinator is busy: come back"));
      }
    }

    private void end() {
      if (greeted && ended.compareAndSet(false, true)) {
        listener.disconnected(link);
      }
    }
  }

  /** Of the reports that may be lost, the newest of each key replaces those before it. */
  static @Nullable String key(AgentReport report) {
    return switch (report.getReportCase()) {
      case STATUS -> "status";
      case LOG_TAIL -> "log/" + report.getLogTail().getWorker();
      case FROM_WORKER ->
          report.getFromWorker().getReport().getReportCase()
              + "/"
              + report.getFromWorker().getWorker();
      case CODING_PROGRESS -> {
        final CodingProgress one = report.getCodingProgress();
        yield String.join(
            "/",
            one.getParity() ? "parity" : "piece",
            one.getJob(),
            String.valueOf(one.getGeneration()),
            String.valueOf(one.getRank()));
      }
      default -> null;
    };
  }
}
