package io.lull.agent.app;

import io.lull.agent.control.AgentDetails;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.core.session.OrderTargets;
import io.lull.agent.piece.PieceStore;
import io.lull.agent.worker.WorkerTable;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.AcceptPieces;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.RebuildPiece;
import io.lull.protocol.wire.RevokedKeys;
import io.lull.protocol.wire.StagePieces;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.StoreOutputs;
import io.lull.protocol.wire.ToWorker;
import java.io.IOException;

/** Executes the coordinator's orders with the parts of this agent. */
final class AgentOrders implements OrderTargets {
  private final AgentEvents.Parts parts;
  private final Host host;

  /** What an order may need to know or report. */
  interface Host {
    /** The name by which the coordinator has accepted this node. */
    String node();

    /** The coordinator's address. */
    String coordinator();

    /** A worker of this job is about to start. */
    void expect(String worker, AgentDetails.Visitor visitor);

    void tell(NodeEvent event);
  }

  AgentOrders(AgentEvents.Parts parts, Host host) {
    this.parts = parts;
    this.host = host;
  }

  @Override
  public void end(EndWorker order) {
    parts.workers().end(order.getWorker(), order.getReason());
  }

  @Override
  public void toWorker(ToWorker order) throws IOException {
    parts.workers().tell(order);
  }

  @Override
  public void store(StoreOutputs order) throws IOException {
    parts.outputs().store(order);
  }

  @Override
  public void tellLog(String worker) {
    parts
        .workers()
        .logTail(worker)
        .ifPresent(tail -> parts.link().report(AgentReport.newBuilder().setLogTail(tail)));
  }

  @Override
  public void revoked(RevokedKeys keys) throws IOException {
    parts.revoked().replace(keys);
  }

  @Override
  public void owner(NodeEvent event) {
    host.tell(event);
  }

  @Override
  public void start(StartWorker order) throws IOException {
    final WorkerTable workers = parts.workers();
    if (workers.folder(order.getWorker()).isEmpty()) {
      host.expect(
          order.getWorker(),
          new AgentDetails.Visitor(order.getJob(), order.getJobName(), order.getUser()));
      parts.ledger().expect(order.getWorker(), order.getJob(), order.getUser());
      host.tell(new NodeEvent.GuestClaimed(order.getWorker(), order.getUser(), order.getGhost()));
    }
    parts.tickets().accept(order.getJob(), order.getPieceTicket(), 0);
    parts.keeper().ticket(order.getJob(), order.getPieceTicket());
    workers.start(order, host.node(), LocalAddress.towards(HostPort.parse(host.coordinator())));
  }

  @Override
  public void keep(KeepPiece order) {
    parts.pieces().committed(order.getJob(), order.getCommittedGeneration(), order.getGeneration());
    parts.keeper().keep(order);
  }

  @Override
  public void accept(AcceptPieces order) throws IOException {
    final long committed = order.getCommittedGeneration();
    parts.pieces().committed(order.getJob(), committed, committed + 1);
    parts.tickets().accept(order.getJob(), order.getPieceTicket(), order.getLimitBytes());
  }

  @Override
  public void stage(StagePieces order) throws IOException {
    parts.tickets().accept(order.getJob(), order.getPieceTicket(), 0);
    parts.keeper().stage(order);
  }

  @Override
  public void makeParity(MakeParity order) throws IOException {
    parts.tickets().accept(order.getJob(), order.getPieceTicket(), 0);
    parts.parities().make(order);
  }

  @Override
  public void rebuild(RebuildPiece order) throws IOException {
    parts.tickets().accept(order.getJob(), order.getPieceTicket(), 0);
    parts.parities().rebuild(order);
  }

  @Override
  public void drop(DropPieces order) throws IOException {
    if (order.getKeepFromGeneration() > PieceStore.ALL_GENERATIONS) {
      parts.parities().forget(order.getJob());
      parts.tickets().forget(order.getJob());
      parts.workers().forget(order.getJob());
    }
    final PieceStore pieces = parts.pieces();
    final long committed = order.getCommittedGeneration();
    pieces.committed(order.getJob(), committed, committed + 1);
    if (order.getGivenUpGeneration() > 0) {
      pieces.giveUp(order.getJob(), order.getGivenUpGeneration());
    }
    pieces.drop(order.getJob(), order.getKeepFromGeneration());
  }
}
