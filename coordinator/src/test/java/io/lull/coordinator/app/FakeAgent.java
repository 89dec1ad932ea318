package io.lull.coordinator.app;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeSessionGrpc;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.RunningWorker;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** An agent whose every message the test writes. */
final class FakeAgent {
  private static final long HEARTBEAT_MILLIS = 2_000;
  private static final long PATIENCE_SECONDS = 20;

  private final BlockingQueue<AgentOrder> orders = new LinkedBlockingQueue<>();
  private final CompletableFuture<Status> end = new CompletableFuture<>();
  private final AtomicLong acknowledged = new AtomicLong();
  private final ClientCallStreamObserver<AgentReport> reports;

  private FakeAgent(ManagedChannel channel) {
    this.reports =
        (ClientCallStreamObserver<AgentReport>)
            NodeSessionGrpc.newStub(channel)
                .connect(
                    new StreamObserver<>() {
                      @Override
                      public void onNext(AgentOrder order) {
                        acknowledged.accumulateAndGet(order.getAcknowledged(), Math::max);
                        orders.add(order);
                      }

                      @Override
                      public void onError(Throwable failure) {
                        end.complete(Status.fromThrowable(failure));
                      }

                      @Override
                      public void onCompleted() {
                        end.complete(Status.OK);
                      }
                    });
  }

  static FakeAgent connect(
      ManagedChannel channel, String incarnation, List<RunningWorker> workers) {
    return connect(
        channel,
        Hello.newBuilder()
            .setIncarnation(incarnation)
            .setFacts(
                NodeFacts.newBuilder()
                    .setOs("linux")
                    .setCores(4)
                    .setMemoryBytes(8L << 30)
                    .setSpeed(1)
                    .setHost("127.0.0.1")
                    .setPiecePort(1))
            .setStatus(status())
            .addAllWorkers(workers)
            .build());
  }

  static FakeAgent connect(ManagedChannel channel, Hello hello) {
    final FakeAgent agent = new FakeAgent(channel);
    agent.reports.onNext(AgentReport.newBuilder().setHello(hello).build());
    return agent;
  }

  static NodeStatus status() {
    return NodeStatus.newBuilder()
        .setState("available")
        .setReason("no input for 5m")
        .setWilling(true)
        .build();
  }

  synchronized void say(AgentReport report) {
    reports.onNext(report);
  }

  /** From now on it reports its state every now and then, as agents do: it is not given up. */
  FakeAgent keepingInTouch() {
    Thread.ofVirtual()
        .start(() -> {
          while (!isOver()) {
            say(AgentReport.newBuilder().setStatus(status()).build());
          }
        });
    return this;
  }

  private boolean isOver() {
    try {
      final var _ = end.get(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | InterruptedException e) {
      return true;
    }
  }

  /** Whether more can be said without waiting. */
  boolean isReady() {
    return reports.isReady();
  }

  /** The number up to which the coordinator has taken its reports. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** How the coordinator ends the conversation. */
  Status awaitsEnd() throws Exception {
    return end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  void leave() {
    reports.onCompleted();
  }

  /** The first order that is like this; those before it are passed over. */
  AgentOrder awaits(String what, Predicate<AgentOrder> like) throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
      final AgentOrder order = orders.poll(left, TimeUnit.NANOSECONDS);
      if (order != null && like.test(order)) {
        return order;
      }
    }
    throw new AssertionError("the agent was not told: " + what);
  }
}
