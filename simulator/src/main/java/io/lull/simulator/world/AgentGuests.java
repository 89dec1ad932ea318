package io.lull.simulator.world;

import io.lull.agent.core.owner.GuestControl;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.core.session.OrderRouter;
import io.lull.agent.core.session.OrderTargets;
import io.lull.protocol.wire.AcceptPieces;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.RebuildPiece;
import io.lull.protocol.wire.RevokedKeys;
import io.lull.protocol.wire.StagePieces;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.StoreOutputs;
import io.lull.protocol.wire.ToWorker;
import io.lull.simulator.job.SimulatedJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The guests of one run of an agent: it starts, holds and ends them as it is told. */
final class AgentGuests implements OrderTargets, GuestControl {
  private final SimulatedAgent host;
  private final AgentProcess agent;
  private final JobPrograms programs;
  private final VirtualWorld world;
  private final OrderRouter router = new OrderRouter(this);

  /** Workers that must not be started, and why. */
  private final Map<String, String> barred = new TreeMap<>();

  AgentGuests(SimulatedAgent host, AgentProcess agent, JobPrograms programs, VirtualWorld world) {
    this.host = host;
    this.agent = agent;
    this.programs = programs;
    this.world = world;
  }

  void obey(AgentOrder order) {
    try {
      router.route(order);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SimulatedJob job(String id) {
    final SimulatedJob job = programs.job(id);
    if (host.jobs().add(id)) {
      // Others may have looked for this node before, while it was off.
      job.reach(host.name(), host.reachable());
    }
    return job;
  }

  private SimulatedJob jobOf(String worker) {
    return job(jobId(worker));
  }

  private static String jobId(String worker) {
    return worker.substring(0, worker.indexOf('-'));
  }

  private List<SimulatedJob> jobs() {
    return host.jobs().stream().map(programs::job).toList();
  }

  private Set<String> workers(SimulatedJob job) {
    return new TreeSet<>(job.workers(host.name()));
  }

  boolean running() {
    return jobs().stream().anyMatch(job -> !job.workers(host.name()).isEmpty());
  }

  List<AgentReport> takeReports() {
    final List<AgentReport> reports = new ArrayList<>();
    jobs().forEach(job -> reports.addAll(job.takeReports(host.name())));
    return reports;
  }

  /** What the coordinator is told of guests and pieces. */
  void addTo(Hello.Builder hello) {
    jobs().forEach(job -> job.addTo(hello, host.name()));
  }

  void keepOnly(List<String> wanted) {
    end(worker -> !wanted.contains(worker), "no job wants it any more");
  }

  private void end(Predicate<String> which, String why) {
    for (final SimulatedJob job : jobs()) {
      workers(job).stream().filter(which).forEach(worker -> job.end(host.name(), worker, why));
    }
  }

  // What the coordinator orders.

  @Override
  public void start(StartWorker order) {
    final String worker = order.getWorker();
    final SimulatedJob job = job(order.getJob());
    final boolean known = workers(job).contains(worker);
    if (!known) {
      world.check(
          !running(),
          host.name()
              + " has "
              + jobs().stream().map(this::workers).toList()
              + " when "
              + worker
              + " is to be started");
      agent.tell(new NodeEvent.GuestClaimed(worker, order.getUser(), order.getGhost()));
    }
    final String why = barred.remove(worker);
    if (why != null) {
      job.refuse(host.name(), worker, why);
      return;
    }
    job.obey(host.name(), AgentOrder.newBuilder().setStartWorker(order).build());
    if (!known) {
      agent.tell(new NodeEvent.GuestStarted(worker));
    }
  }

  @Override
  public void end(EndWorker order) {
    for (final SimulatedJob job : jobs()) {
      workers(job).stream()
          .filter(order.getWorker()::equals)
          .forEach(worker -> job.exit(host.name(), worker, "asked to"));
    }
  }

  @Override
  public void toWorker(ToWorker order) {
    if (order.getOrder().getReconfigure().hasFresh()) {
      programs.beginsAnew(jobId(order.getWorker()));
    }
    jobOf(order.getWorker()).obey(host.name(), AgentOrder.newBuilder().setToWorker(order).build());
  }

  @Override
  public void accept(AcceptPieces order) {
    // Every node takes every piece.
  }

  @Override
  public void revoked(RevokedKeys keys) {
    // Nodes of a simulation have no keys.
  }

  @Override
  public void keep(KeepPiece order) {
    job(order.getJob()).obey(host.name(), AgentOrder.newBuilder().setKeepPiece(order).build());
  }

  @Override
  public void stage(StagePieces order) {
    job(order.getJob()).obey(host.name(), AgentOrder.newBuilder().setStagePieces(order).build());
  }

  @Override
  public void makeParity(MakeParity order) {
    job(order.getJob()).obey(host.name(), AgentOrder.newBuilder().setMakeParity(order).build());
  }

  @Override
  public void rebuild(RebuildPiece order) {
    job(order.getJob()).obey(host.name(), AgentOrder.newBuilder().setRebuildPiece(order).build());
  }

  @Override
  public void drop(DropPieces order) {
    job(order.getJob()).obey(host.name(), AgentOrder.newBuilder().setDropPieces(order).build());
  }

  @Override
  public void store(StoreOutputs order) {
    job(order.getJob()).obey(host.name(), AgentOrder.newBuilder().setStoreOutputs(order).build());
  }

  @Override
  public void tellLog(String worker) {
    // Simulated workers write no log.
  }

  @Override
  public void owner(NodeEvent event) {
    agent.tell(event);
  }

  // What the owner's side decides.

  @Override
  public void hold(String worker, double cores) {
    // A held worker goes on: how fast, the model of programs does not say.
  }

  @Override
  public void release(String worker) {
    // See hold.
  }

  @Override
  public boolean suspend(String worker) {
    jobOf(worker).suspend(host.name(), worker);
    return true;
  }

  @Override
  public void resume(String worker) {
    jobOf(worker).resume(host.name(), worker);
  }

  @Override
  public void kill(String worker, String reason) {
    final SimulatedJob job = jobOf(worker);
    if (workers(job).contains(worker)) {
      job.end(host.name(), worker, reason);
    } else {
      barred.put(worker, reason);
    }
  }
}
