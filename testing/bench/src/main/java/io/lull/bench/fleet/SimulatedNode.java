package io.lull.bench.fleet;

import io.lull.agent.session.CoordinatorLink;
import io.lull.agent.session.SessionHandler;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Record;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A node that is no machine: the agent's own session with the coordinators, and over it what an
 * agent says whose workers answer at once.
 */
final class SimulatedNode implements SessionHandler, AutoCloseable {
  static final String HOST = "127.0.0.1";

  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);
  private static final NodeFacts FACTS =
      NodeFacts.newBuilder()
          .setOs("linux")
          .setCores(4)
          .setMemoryBytes(8L << 30)
          .setSpeed(1)
          .setHost(HOST)
          .setPiecePort(1)
          .setInputSource("XScreenSaver and XInput 2 on :0, logind")
          .setIsolation("a control group and a sandbox of its own, without the network's outside")
          .build();

  private final String name;
  private final Hearing hearing;
  private final CoordinatorLink link;
  private final CompletableFuture<Void> accepted = new CompletableFuture<>();
  private final AtomicInteger losses = new AtomicInteger();
  private final Map<String, SimulatedWorker> workers = new ConcurrentHashMap<>();
  private volatile NodeStatus status;
  private boolean ownerIsThere;
  private @Nullable Thread thread;

  /**
   * @param link makes the session of this conversation
   */
  SimulatedNode(String name, Hearing hearing, Function<SimulatedNode, CoordinatorLink> link) {
    this.name = name;
    this.hearing = hearing;
    this.status = status(NodeState.AVAILABLE);
    this.link = link.apply(this);
  }

  String name() {
    return name;
  }

  /** Dials until it is closed; completes when a coordinator has taken it for the first time. */
  synchronized CompletableFuture<Void> start() {
    thread =
        Thread.ofVirtual()
            .name(name)
            .start(() -> {
              try {
                link.run()
                    .ifPresent(refusal ->
                        accepted.completeExceptionally(new IllegalStateException(refusal.line())));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    return accepted;
  }

  /** Its status at this moment. */
  NodeStatus now() {
    final NodeStatus last = status;
    return last.toBuilder()
        .setOwnerIdleMillis(SystemClock.INSTANCE.epochMillis() - last.getSinceEpochMillis())
        .build();
  }

  /** How often it lost its connection. */
  int losses() {
    return losses.get();
  }

  /** How many workers the configuration has that its own computes in; none when it has none. */
  int configuration() {
    return workers.values().stream().mapToInt(SimulatedWorker::members).max().orElse(0);
  }

  boolean hasGuest() {
    return !workers.isEmpty();
  }

  /** A key is pressed. */
  synchronized void ownerReturns() {
    ownerIsThere = true;
    say();
  }

  synchronized void ownerLeaves() {
    ownerIsThere = false;
    say();
  }

  private synchronized void say() {
    final NodeState state;
    if (ownerIsThere) {
      state = workers.isEmpty() ? NodeState.OWNER : NodeState.VACATING;
    } else {
      state = workers.isEmpty() ? NodeState.AVAILABLE : NodeState.RUNNING;
    }
    if (!status.getState().equals(state.wire())) {
      status = status(state);
      link.status(now());
    }
  }

  private static NodeStatus status(NodeState state) {
    final long now = SystemClock.INSTANCE.epochMillis();
    final NodeStatus.Builder status =
        NodeStatus.newBuilder()
            .setState(state.wire())
            .setReason("no input for a while, nothing that the owner runs needs the processors")
            .setSinceEpochMillis(now)
            .setOwnerCpu(0.01)
            .setReclaims(Record.newBuilder().setCount(1).setLastMillis(1).setMedianMillis(1))
            .setVacates(Record.newBuilder().setCount(1).setLastMillis(1).setMedianMillis(1))
            .setInputSource(FACTS.getInputSource())
            .setIsolation(FACTS.getIsolation())
            .setSpeed(FACTS.getSpeed())
            .addLabels("room=1.01");
    return switch (state) {
      case VACATING ->
          status
              .setGraceDeadlineEpochMillis(now + GRACE.toMillis())
              .setGraceLeftMillis(GRACE.toMillis())
              .build();
      case OWNER -> status.build();
      default -> status.setWilling(true).build();
    };
  }

  @Override
  public Hello hello(HostPort coordinator) {
    return Hello.newBuilder()
        .setVersion("0.1.0")
        .setFacts(FACTS)
        .setStatus(now())
        .addAllWorkers(workers.values().stream().map(SimulatedWorker::running).toList())
        .build();
  }

  @Override
  public void accepted(Accepted order, HostPort coordinator) {
    final Set<String> wanted = Set.copyOf(order.getWantedWorkersList());
    List.copyOf(workers.values()).stream()
        .filter(worker -> !wanted.contains(worker.id()))
        .forEach(worker -> end(worker, "no job needs it any more"));
    accepted.complete(null);
  }

  @Override
  public void ordered(AgentOrder order) {
    hearing.heard(name, order, SystemClock.INSTANCE.nanos());
    switch (order.getOrderCase()) {
      case START_WORKER -> begin(order.getStartWorker());
      case TO_WORKER -> {
        final SimulatedWorker worker = workers.get(order.getToWorker().getWorker());
        if (worker != null) {
          worker.obey(order.getToWorker().getOrder()).ifPresent(said -> report(worker, said));
          if (worker.over()) {
            end(worker, "left");
          }
        }
      }
      case END_WORKER -> {
        final SimulatedWorker worker = workers.get(order.getEndWorker().getWorker());
        if (worker != null) {
          end(worker, "asked to");
        }
      }
      default -> {}
    }
  }

  private void begin(StartWorker order) {
    final SimulatedWorker worker = new SimulatedWorker(order);
    if (workers.putIfAbsent(worker.id(), worker) == null) {
      say();
      report(worker, worker.ready());
    }
  }

  private void end(SimulatedWorker worker, String reason) {
    workers.remove(worker.id());
    link.report(
        AgentReport.newBuilder()
            .setWorkerEnded(
                WorkerEnded.newBuilder()
                    .setJob(worker.job())
                    .setWorker(worker.id())
                    .setReason(reason)));
    say();
  }

  private void report(SimulatedWorker worker, WorkerReport said) {
    link.report(
        AgentReport.newBuilder()
            .setFromWorker(
                FromWorker.newBuilder()
                    .setJob(worker.job())
                    .setWorker(worker.id())
                    .setReport(said)));
  }

  @Override
  public void lost(String why) {
    losses.incrementAndGet();
  }

  @Override
  public void leaseEnded() {
    List.copyOf(workers.values()).forEach(worker -> end(worker, "the lease is over"));
  }

  /** Begins to end; {@link #awaitEnd} waits for it. */
  @Override
  public void close() {
    link.close();
  }

  void awaitEnd() throws InterruptedException {
    final Thread running;
    synchronized (this) {
      running = thread;
    }
    if (running != null) {
      running.join(ENDS_WITHIN);
    }
  }
}
