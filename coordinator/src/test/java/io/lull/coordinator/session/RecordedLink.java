package io.lull.coordinator.session;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import java.util.ArrayList;
import java.util.List;

/** A connection that keeps what the agent would be told. */
public final class RecordedLink {
  private final List<AgentOrder> orders = new ArrayList<>();
  private final NodeLink link;
  private boolean ended;

  public RecordedLink(String node, String key, Clock clock) {
    this.link = new NodeLink(node, ByteString.copyFromUtf8(key), new Stream(), clock);
  }

  public NodeLink link() {
    return link;
  }

  /** What the agent was told. */
  public List<AgentOrder> orders() {
    return orders;
  }

  public boolean ended() {
    return ended;
  }

  /** The agent gives a sign of life. */
  public void hear() {
    link.heard();
  }

  /** The agent says something that may be lost; the control loop has yet to take it. */
  public void says(String key, AgentReport report) {
    link.offerLatest(key, report);
  }

  private final class Stream extends ServerCallStreamObserver<AgentOrder> {
    @Override
    public void onNext(AgentOrder order) {
      orders.add(order);
    }

    @Override
    public void onError(Throwable failure) {
      ended = true;
    }

    @Override
    public void onCompleted() {
      ended = true;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public boolean isCancelled() {
      return ended;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void setOnCancelHandler(Runnable handler) {}

    @Override
    public void setCompression(String compression) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}
  }
}
