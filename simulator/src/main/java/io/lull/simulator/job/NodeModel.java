package io.lull.simulator.job;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceCopy;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceLocation;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.RebuildPiece;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.StoreOutputs;
import io.lull.protocol.wire.WorkerEnded;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one job has of a node: its workers and its pieces. It obeys orders and reports as an agent
 * does. Faults are fields that may be set at any time.
 */
final class NodeModel {
  private static final WorkerEnded NEVER_READY =
      WorkerEnded.newBuilder().setExitCode(1).setNeverReady(true).build();

  private final String name;
  private final JobModel grid;
  final Map<String, WorkerModel> workers = new TreeMap<>();
  final Map<String, KeepPiece> keeps = new HashMap<>();
  final PieceDisk disk = new PieceDisk();
  final Set<String> pieces = disk.pieces;
  final Set<String> parities = disk.parities;

  /** By which worker, and of which task. */
  final Set<String> written = new TreeSet<>();

  final Deque<JobEvent> reports = new ArrayDeque<>();
  final SuspendedWorkers suspended = new SuspendedWorkers();
  final NodePace pace = new NodePace();
  boolean connected = true;
  boolean lost;
  boolean willing = true;

  /** When its owner has waited for half of the grace period. */
  long hurryMillis = JobEvent.Placed.NOT_KNOWN;

  boolean drained;
  boolean startsFail;

  /** What its tasks write is not what the same tasks write elsewhere. */
  boolean lies;

  int outputFailuresLeft;
  int rebuildsAsked;
  long killAtMillis = Long.MAX_VALUE;
  boolean piecesStuck;
  boolean paritiesStuck;
  boolean diskFull;

  /** Of an earlier version: it does not ask the next holder of a piece, nor say whom it asked. */
  boolean asksNearestOnly;

  /** Its workers do not say how far they are. */
  boolean tellsNoProgress;

  /** Its store takes no piece, neither its own workers' nor a copy of others'. */
  boolean takesNoPieces;

  boolean rebuildsStuck;
  boolean copiesForEver;

  /** Its agent cannot be reached by others', nor they by it; the coordinator sees no fault. */
  boolean apart;

  boolean movesStuck;
  boolean missesMeetings;

  /** Its workers cannot be linked with others'. */
  boolean strange;

  List<String> labels = List.of();

  /** Several nodes may be on one. */
  String host;

  /** The newest generation that is of no use. */
  private long givenUp;

  /** How often it was switched off. */
  private int outages;

  NodeModel(String name, JobModel grid) {
    this.name = name;
    this.grid = grid;
    this.host = "10.0.0." + name.substring(1);
  }

  String name() {
    return name;
  }

  String host() {
    return host;
  }

  void say(JobEvent report) {
    reports.add(report);
    grid.spoke(name);
  }

  void order(AgentOrder order) {
    switch (order.getOrderCase()) {
      case START_WORKER -> {
        final var start = order.getStartWorker();
        if (!workers.containsKey(start.getWorker())) {
          grid.check(workers.isEmpty(), name + " has two workers: " + workers.keySet());
          if (startsFail) {
            refuse(start.getWorker(), "exit code 1: Error: no such class");
          } else {
            final WorkerModel worker = new WorkerModel(start, this, grid);
            workers.put(start.getWorker(), worker);
            after(
                grid.delays().start(start.getGhost(), grid.computes(), grid.starting() - 1),
                worker::ready);
            grid.started(name);
          }
        }
      }
      case END_WORKER -> kill(order.getEndWorker().getWorker(), "asked to");
      case TO_WORKER -> {
        final WorkerModel worker = workers.get(order.getToWorker().getWorker());
        if (worker != null) {
          suspended.whenItRuns(worker.id(), () -> worker.order(order.getToWorker().getOrder()));
        }
      }
      case KEEP_PIECE -> {
        final KeepPiece keep = order.getKeepPiece();
        final @Nullable KeepPiece before =
            keeps.put(keep.getWorker() + "/" + keep.getGeneration(), keep);
        grid.check(
            before == null || before.equals(keep) || grid.hadTrouble(),
            "the buddy of a piece changed: " + before + keep);
      }
      case STAGE_PIECES -> {
        final var stage = order.getStagePieces();
        final WorkerModel worker = workers.get(stage.getWorker());
        if (worker == null) {
          return;
        }
        final PiecesStaged.Builder staged =
            PiecesStaged.newBuilder()
                .setJob(stage.getJob())
                .setWorker(stage.getWorker())
                .setGeneration(stage.getGeneration());
        for (final PieceLocation location : stage.getPiecesList()) {
          final String piece = PieceDisk.piece(stage.getGeneration(), location.getRank());
          final List<NodeModel> holders =
              location.getHoldersList().stream()
                  .map(NodeAddress::getNode)
                  .map(grid::node)
                  .limit(asksNearestOnly ? 1 : Long.MAX_VALUE)
                  .toList();
          final Optional<NodeModel> readable =
              holders.stream()
                  .filter(holder -> holder == this || holder.connected)
                  .filter(holder -> holder.disk.reads(piece))
                  .findFirst();
          if (readable.isPresent()) {
            worker.cells.stage(piece, readable.get().disk.content(piece));
          } else {
            staged.addMissing(location.getRank()).setWhy("no copy of " + piece);
            if (!asksNearestOnly) {
              holders.forEach(holder ->
                  staged.addRefused(
                      PieceCopy.newBuilder().setRank(location.getRank()).setNode(holder.name())));
            }
          }
        }
        say(new JobEvent.Staged(name, staged.setNamesRefused(!asksNearestOnly).build()));
      }
      case MAKE_PARITY -> makeParity(order.getMakeParity());
      case REBUILD_PIECE -> rebuild(order.getRebuildPiece());
      case DROP_PIECES -> {
        disk.drop(order.getDropPieces());
        givenUp = Math.max(givenUp, order.getDropPieces().getGivenUpGeneration());
      }
      case STORE_OUTPUTS -> {
        final StoreOutputs store = order.getStoreOutputs();
        after(
            store.getTasksCount() > 0 ? Duration.ZERO : grid.delays().ends().outputs(),
            () -> storeOutputs(store));
      }
      default -> {}
    }
  }

  /** Unless the machine is switched off before. */
  void after(Duration delay, Runnable then) {
    final int before = outages;
    grid.after(
        delay,
        () -> {
          if (before == outages) {
            then.run();
          }
        });
  }

  private void storeOutputs(StoreOutputs order) {
    final OutputsStored.Builder stored =
        OutputsStored.newBuilder().setWorker(order.getWorker()).addAllTasks(order.getTasksList());
    if (order.getTasksCount() > 0) {
      storeTasks(stored);
    } else if (outputFailuresLeft-- > 0 || !workers.containsKey(order.getWorker())) {
      stored.setError("the coordinator's disk is full");
    } else {
      stored.addFiles(Blob.newBuilder().setName("solution.f64"));
    }
    say(new JobEvent.Stored(name, stored.build()));
  }

  /** What tasks wrote outlives their worker, but not their machine. */
  private void storeTasks(OutputsStored.Builder stored) {
    for (final int task : stored.getTasksList()) {
      if (outputFailuresLeft-- > 0 || !written.contains(stored.getWorker() + "/" + task)) {
        stored.clearFiles().setError("there are no outputs of task " + task);
        return;
      }
      stored.addFiles(
          Blob.newBuilder()
              .setName(task + ".stdout")
              .setSha256(lies ? "wrong on " + name : "right"));
    }
  }

  private void makeParity(MakeParity order) {
    if (paritiesStuck) {
      return;
    }
    final ParityMade made =
        CodingModel.parity(order, diskFull, member -> holds(member, order.getGeneration(), false));
    if (made.getError().isEmpty()) {
      parities.add(PieceDisk.piece(order.getGeneration(), order.getRank()));
    }
    say(new JobEvent.Coded(name, made));
  }

  private void rebuild(RebuildPiece order) {
    rebuildsAsked++;
    if (rebuildsStuck) {
      return;
    }
    final PieceRebuilt rebuilt =
        CodingModel.piece(
            order, diskFull, member -> holds(member, order.getGeneration(), true), this::reaches);
    if (rebuilt.getError().isEmpty()) {
      final String piece = PieceDisk.piece(order.getGeneration(), order.getRank());
      disk.keep(piece, grid.cells().written(piece));
    }
    say(new JobEvent.Rebuilt(name, rebuilt));
  }

  private boolean holds(CodingMember member, long generation, boolean withParity) {
    if (!reaches(member)) {
      return false;
    }
    final NodeModel holder = grid.node(member.getAddress().getNode());
    final String piece = PieceDisk.piece(generation, member.getRank());
    return holder.disk.reads(piece) && (!withParity || holder.parities.contains(piece));
  }

  private boolean reaches(CodingMember member) {
    if (!member.hasAddress()) {
      return false;
    }
    final NodeModel holder = grid.node(member.getAddress().getNode());
    return holder == this || (holder.connected && !holder.apart && !apart);
  }

  /** A worker wrote its piece: it is kept here and at the buddy. */
  void written(WorkerModel worker, long generation, int rank) {
    final KeepPiece keep = keeps.get(worker.id() + "/" + generation);
    grid.check(keep != null, "a capture was ordered before its piece's keeping");
    if (keep == null || piecesStuck || generation == givenUp) {
      return;
    }
    final String piece = PieceDisk.piece(generation, rank);
    final Optional<CellValues> content = worker.cells.write(piece);
    final PieceDurable.Builder durable =
        PieceDurable.newBuilder().setGeneration(generation).setRank(rank).setBytes(1000);
    final List<String> why = new ArrayList<>();
    if (takesNoPieces) {
      why.add("this node cannot keep it: no room");
      durable.setLocalFailed(true);
    } else {
      disk.keep(piece, content);
      durable.addHolders(name);
    }
    final List<NodeAddress> others = new ArrayList<>(keep.getOthersList());
    if (keep.hasBuddy()) {
      others.addFirst(keep.getBuddy());
    }
    for (final NodeAddress address : others) {
      final NodeModel other = grid.node(address.getNode());
      if (durable.getHoldersCount() == 2) {
        break;
      }
      if (other.connected && connected && generation != other.givenUp && !other.takesNoPieces) {
        other.disk.keep(piece, content);
        durable.addHolders(other.name());
        durable.setBuddy(durable.getBuddy().isEmpty() ? other.name() : durable.getBuddy());
      } else {
        why.add("its copy is not on " + other.name() + ": it refuses");
      }
    }
    if (durable.getHoldersCount() < 2) {
      durable.setError(String.join("; ", why));
    }
    say(new JobEvent.Kept(name, durable.build()));
  }

  void kill(String id, String reason) {
    end(id, WorkerEnded.newBuilder().setExitCode(137).setReason(reason));
  }

  /** Its program ends it. */
  void crash(String id) {
    end(id, WorkerEnded.newBuilder().setExitCode(1).setReason("it crashed").setByProgram(true));
  }

  private void end(String id, WorkerEnded.Builder how) {
    final WorkerModel worker = workers.remove(id);
    suspended.forget(id);
    if (worker != null) {
      say(new JobEvent.Ended(name, how.setWorker(id).build()));
      grid.peersLose(id);
    }
  }

  /** A worker is not started. */
  void refuse(String id, String reason) {
    say(new JobEvent.Ended(name, NEVER_READY.toBuilder().setWorker(id).setReason(reason).build()));
  }

  /** Its disk takes nothing more, or does again. */
  void fill(boolean full) {
    takesNoPieces = full;
    diskFull = full;
  }

  /** The machine is switched off: nothing of it is left but its disk. */
  void die() {
    outages++;
    final List<String> ids = new ArrayList<>(workers.keySet());
    ids.forEach(suspended::forget);
    workers.clear();
    written.clear();
    reports.clear();
    connected = false;
    ids.forEach(grid::peersLose);
  }

  JobEvent.NodeReturned hello() {
    final List<RunningWorker> running = workers.values().stream().map(this::running).toList();
    return new JobEvent.NodeReturned(name, host(), 7500, running, disk.held());
  }

  private RunningWorker running(WorkerModel worker) {
    final RunningWorker.Builder running = RunningWorker.newBuilder().setWorker(worker.id());
    return (worker.ready ? running.setHost(host()).setPort(4000) : running).build();
  }
}
