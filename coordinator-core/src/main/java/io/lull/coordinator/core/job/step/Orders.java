package io.lull.coordinator.core.job.step;

import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Meeting;
import io.lull.coordinator.core.job.SafePointProposal;
import io.lull.coordinator.core.job.TaskAssignment;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.protocol.wire.AcceptPieces;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.CodingGroup;
import io.lull.protocol.wire.CopyChoice;
import io.lull.protocol.wire.Deal;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceLocation;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.RebuildPiece;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.StagePieces;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.StoreOutputs;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.ToWorker;
import io.lull.protocol.wire.WorkerOrder;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The wording of the orders. */
public final class Orders {
  /** Greater than any generation: all pieces are meant. */
  private static final long ALL_GENERATIONS = Long.MAX_VALUE;

  private Orders() {}

  public static AgentOrder start(JobTerms terms, Worker worker) {
    final JobSpec spec = terms.spec();
    final StartWorker.Builder start =
        StartWorker.newBuilder()
            .setJob(terms.id())
            .setWorker(worker.id())
            .setClaim(worker.since().claim())
            .setApp(spec.getApp())
            .setMainClass(spec.getMainClass())
            .addAllParameters(spec.getParametersList())
            .addAllInputs(spec.getInputsList())
            .setMemoryBytes(terms.memoryBytes())
            .setDataPlane(terms.dataPlane())
            .setPieceTicket(terms.pieceTicket())
            .setUser(terms.user())
            .setJobName(spec.getName())
            .setNetwork(spec.getNetwork())
            .setChecked(spec.getChecked())
            .setNoAdapt(spec.getNoAdapt())
            .setGhost(worker.state() == WorkerState.GHOST);
    if (spec.hasProgram()) {
      start.setProgram(spec.getProgram());
    }
    switch (spec.getKindCase()) {
      case BAG -> start.setBag(spec.getBag());
      case OTHER -> start.setOther(spec.getOther());
      case KIND_NOT_SET -> {}
    }
    return AgentOrder.newBuilder().setStartWorker(start).build();
  }

  /** Some tasks of an assignment. */
  public static WorkerOrder deal(TaskAssignment assignment, Set<Integer> tasks) {
    final Deal.Builder deal = Deal.newBuilder();
    for (final int task : tasks) {
      deal.addTasks(
          TaskTry.newBuilder().setTask(task).setAttempt(assignment.dealt().getOrDefault(task, 0)));
    }
    return WorkerOrder.newBuilder().setDeal(deal).build();
  }

  public static AgentOrder end(String worker, String reason) {
    return AgentOrder.newBuilder()
        .setEndWorker(EndWorker.newBuilder().setWorker(worker).setReason(reason))
        .build();
  }

  public static AgentOrder to(String worker, WorkerOrder order) {
    return AgentOrder.newBuilder()
        .setToWorker(ToWorker.newBuilder().setWorker(worker).setOrder(order))
        .build();
  }

  /**
   * @param copyMillis for how long what is to be copied may be, beyond the deadline
   */
  public static WorkerOrder meet(
      Meeting meeting,
      List<Member> members,
      Layout layout,
      long deadlineMillis,
      CopyChoice copy,
      long copyMillis) {
    return WorkerOrder.newBuilder()
        .setMeet(
            Meet.newBuilder()
                .setMeeting(meeting.number())
                .addAllMembers(members)
                .setLayout(layout)
                .setDeadlineMillis(deadlineMillis)
                .setCopy(copy)
                .setCopyMillis(copyMillis))
        .build();
  }

  public static WorkerOrder propose(SafePointProposal halt) {
    return WorkerOrder.newBuilder()
        .setPropose(Propose.newBuilder().setProposal(halt.proposal()))
        .build();
  }

  public static WorkerOrder reconfigure(Reconfigure order) {
    return WorkerOrder.newBuilder().setReconfigure(order).build();
  }

  public static WorkerOrder proceed(long epoch) {
    return WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(epoch)).build();
  }

  public static WorkerOrder capture(Generations.Pending pending, @Nullable Member keeper) {
    final Capture.Builder capture =
        Capture.newBuilder()
            .setGeneration(pending.number())
            .setSafePoint(pending.safePoint())
            .setThenHold(pending.hold())
            .setKeepSafePoints(pending.aim().keepSafePoints());
    if (keeper != null) {
      capture.setKeeper(keeper);
    }
    return WorkerOrder.newBuilder().setCapture(capture).build();
  }

  public static AgentOrder accept(JobTerms terms, long committed) {
    return AgentOrder.newBuilder()
        .setAcceptPieces(
            AcceptPieces.newBuilder()
                .setJob(terms.id())
                .setPieceTicket(terms.pieceTicket())
                .setLimitBytes(Limits.PIECES_AT_BUDDY * terms.memoryBytes())
                .setCommittedGeneration(committed))
        .build();
  }

  /**
   * @param committed the newest generation that is
   * @param others the nodes that are to have a copy, the next if those before it cannot
   */
  public static AgentOrder keep(
      JobTerms terms,
      String worker,
      long generation,
      long committed,
      List<NodeAddress> others,
      @Nullable Worker keeper) {
    final KeepPiece.Builder keep =
        KeepPiece.newBuilder()
            .setJob(terms.id())
            .setWorker(worker)
            .setGeneration(generation)
            .setCommittedGeneration(committed);
    if (!others.isEmpty()) {
      keep.setBuddy(others.getFirst()).addAllOthers(others.subList(1, others.size()));
    }
    if (keeper != null) {
      keep.setKeeper(keeper.id());
    }
    return AgentOrder.newBuilder().setKeepPiece(keep).build();
  }

  public static AgentOrder makeParity(
      JobTerms terms, long generation, int rank, CodingGroup group) {
    return AgentOrder.newBuilder()
        .setMakeParity(
            MakeParity.newBuilder()
                .setJob(terms.id())
                .setGeneration(generation)
                .setRank(rank)
                .setGroup(group)
                .setPieceTicket(terms.pieceTicket()))
        .build();
  }

  public static AgentOrder rebuild(JobTerms terms, long generation, int rank, CodingGroup group) {
    return AgentOrder.newBuilder()
        .setRebuildPiece(
            RebuildPiece.newBuilder()
                .setJob(terms.id())
                .setGeneration(generation)
                .setRank(rank)
                .setGroup(group)
                .setPieceTicket(terms.pieceTicket()))
        .build();
  }

  public static AgentOrder stage(
      JobTerms terms, String worker, long generation, List<PieceLocation> pieces) {
    return AgentOrder.newBuilder()
        .setStagePieces(
            StagePieces.newBuilder()
                .setJob(terms.id())
                .setWorker(worker)
                .setGeneration(generation)
                .addAllPieces(pieces)
                .setPieceTicket(terms.pieceTicket()))
        .build();
  }

  public static AgentOrder dropBefore(JobTerms terms, long generation, long committed) {
    return AgentOrder.newBuilder()
        .setDropPieces(
            DropPieces.newBuilder()
                .setJob(terms.id())
                .setKeepFromGeneration(generation)
                .setCommittedGeneration(committed))
        .build();
  }

  public static AgentOrder dropGivenUp(JobTerms terms, long generation, long committed) {
    return AgentOrder.newBuilder()
        .setDropPieces(
            DropPieces.newBuilder()
                .setJob(terms.id())
                .setGivenUpGeneration(generation)
                .setCommittedGeneration(committed))
        .build();
  }

  public static AgentOrder dropAll(JobTerms terms) {
    return dropBefore(terms, ALL_GENERATIONS, 0);
  }

  public static AgentOrder storeOutputs(JobTerms terms, String worker) {
    return storeOutputs(terms, worker, Set.of());
  }

  /**
   * @param tasks of a bag; none: everything
   */
  public static AgentOrder storeOutputs(JobTerms terms, String worker, Set<Integer> tasks) {
    return AgentOrder.newBuilder()
        .setStoreOutputs(
            StoreOutputs.newBuilder().setJob(terms.id()).setWorker(worker).addAllTasks(tasks))
        .build();
  }
}
