package io.lull.coordinator.core.job;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.HeldPiece;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerReport;
import io.lull.scheduling.JobDemand.Move;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything that can happen to a job. Each may come twice, late, or for a worker that is long
 * gone.
 */
public sealed interface JobEvent {

  /**
   * The policy's decision: the nodes that the job is to have from now on. It replaces every earlier
   * one.
   *
   * @param nodes empty, or at least as many as the job's least
   * @param spares a few other nodes that answer and may hold a copy of a piece
   * @param reclaimed nodes that the job has workers on and whose owners want them back; for each
   *     when its owner has waited so long for a safe point that the job goes back to the last one
   * @param ghosts others, on which a worker is to wait without data
   * @param cause of the difference to what the job has
   * @param reason a sentence: why these, or why none
   */
  record Placed(
      List<PlacedNode> nodes,
      List<PlacedNode> spares,
      Map<String, Long> reclaimed,
      Set<String> ghosts,
      EventCause cause,
      String reason)
      implements JobEvent {
    /** A time that never comes. */
    public static final long NOT_KNOWN = Long.MAX_VALUE;

    public Placed {
      nodes = List.copyOf(nodes);
      spares = List.copyOf(spares);
      reclaimed = Map.copyOf(reclaimed);
      ghosts = Set.copyOf(ghosts);
    }

    /** Without ghosts. */
    public Placed(
        List<PlacedNode> nodes,
        List<PlacedNode> spares,
        Map<String, Long> reclaimed,
        EventCause cause,
        String reason) {
      this(nodes, spares, reclaimed, Set.of(), cause, reason);
    }

    public Placed with(Set<String> waitingOn) {
      return new Placed(nodes, spares, reclaimed, waitingOn, cause, reason);
    }
  }

  /**
   * Something was decided about its configuration, and is to be kept with what comes of it.
   *
   * @param moves of workers that it brings with it
   */
  record Decided(Decision decision, List<Move> moves) implements JobEvent {
    public Decided {
      moves = List.copyOf(moves);
    }
  }

  /**
   * A worker's own report, passed on by its agent.
   *
   * @param freeShare the part of the node's processor time that its owner's programs left lately
   */
  record Said(String node, String worker, WorkerReport report, double freeShare)
      implements JobEvent {}

  /** A worker's process is gone. */
  record Ended(String node, WorkerEnded end) implements JobEvent {}

  /** A checkpoint piece is on the disks, or cannot be. */
  record Kept(String node, PieceDurable piece) implements JobEvent {}

  /** The parities that a machine keeps of its group's pieces are on its disk, or cannot be. */
  record Coded(String node, ParityMade parity) implements JobEvent {}

  /** A lost piece is there again, or cannot be made. */
  record Rebuilt(String node, PieceRebuilt piece) implements JobEvent {}

  /** Parities, or a lost piece, are being made, and that gets on. */
  record Codes(String node, CodingProgress progress) implements JobEvent {}

  /** The pieces that a worker is to start from are in its folder, or are not to be had. */
  record Staged(String node, PiecesStaged staged) implements JobEvent {}

  /** The outputs are at the coordinator, or could not be sent. */
  record Stored(String node, OutputsStored stored) implements JobEvent {}

  /**
   * The node does not answer any more, and was given the time to come back. For every job, whether
   * it uses the node or not.
   */
  record NodeLost(String node) implements JobEvent {}

  /**
   * A node's agent said Hello. For every job, those that have ended too.
   *
   * @param workers this job's workers that run there
   * @param pieces this job's pieces that lie there
   */
  record NodeReturned(
      String node, String host, int piecePort, List<RunningWorker> workers, List<HeldPiece> pieces)
      implements JobEvent {
    public NodeReturned {
      workers = List.copyOf(workers);
      pieces = List.copyOf(pieces);
    }
  }

  /** What it has stored is not kept any more. */
  record OutputsDropped() implements JobEvent {}

  /** Somebody ends the job. */
  record Cancel(String by) implements JobEvent {}

  /** All jobs that it was to follow have finished. */
  record Freed() implements JobEvent {}

  /**
   * It will never follow another.
   *
   * @param why one line
   */
  record Forsaken(String why) implements JobEvent {}

  /**
   * An operator wants so many workers.
   *
   * @param workers 0: as many as there are, up to the job's greatest
   * @param method that it has to be; {@link ChangeMethod#NONE}: whichever it is
   */
  record Resize(int workers, ChangeMethod method) implements JobEvent {
    /** By whichever method it is. */
    public Resize(int workers) {
      this(workers, ChangeMethod.NONE);
    }
  }

  /** Somebody wants it to have no nodes until it is released. */
  record Hold(String by) implements JobEvent {}

  /** It may have nodes again. */
  record Release() implements JobEvent {}

  /**
   * An operator wants the worker on one node to continue on another.
   *
   * @param method how its data gets there; {@link ChangeMethod#NONE}: whichever is best
   */
  record Migrate(String from, String to, ChangeMethod method) implements JobEvent {
    /** By whichever method is best. */
    public Migrate(String from, String to) {
      this(from, to, ChangeMethod.NONE);
    }
  }

  /** Somebody wants its data shared out by how fast its workers are now. */
  record Rebalance() implements JobEvent {}

  /**
   * The coordinator started again and knows the job from its store only: agents have yet to come
   * back.
   */
  record Relearn() implements JobEvent {}

  /** Time passed. */
  record Tick() implements JobEvent {}
}
