package io.lull.reconfig.transfer;

import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One change of configuration as the engine carries it out on one worker.
 *
 * @param epoch the new one
 * @param state makes room for what comes
 * @param plan the same on every worker
 * @param source where this worker reads what it has to give
 * @param fromPieces whether that is on disk: then also what stays on this worker counts as coming
 * @param copied what was copied before
 * @param following transfers that come after the change is in force
 * @param peers whom this worker has to be linked with
 * @param linksSince links made in an earlier epoch are not used again; 0: any will do
 * @param informing what all workers hold alike
 * @param deadlineMillis how long it may take
 */
public record ChangeTransfers(
    long epoch,
    DistributedState state,
    StatePlan plan,
    StateSource source,
    boolean fromPieces,
    PreCopied copied,
    List<StateTransfer> following,
    List<Member> peers,
    long linksSince,
    Informing informing,
    long deadlineMillis) {

  public ChangeTransfers {
    peers = List.copyOf(peers);
    following = List.copyOf(following);
  }

  /** What follows to one worker. */
  List<StateTransfer> followingTo(String worker) {
    return following.stream().filter(transfer -> transfer.to().equals(worker)).toList();
  }

  /** What is to be there before the change can be in force. */
  List<StateTransfer> immediate() {
    final Set<StateTransfer> later = Set.copyOf(following);
    return plan.transfers().stream().filter(transfer -> !later.contains(transfer)).toList();
  }

  /**
   * Who tells whom what all workers hold alike.
   *
   * @param known what this worker knows of it by itself
   * @param told whom this worker tells
   * @param awaited whether this worker is told
   */
  public record Informing(Known known, Set<String> told, boolean awaited) {
    public Informing {
      told = Set.copyOf(told);
    }
  }

  /** What a worker knows by itself. */
  @FunctionalInterface
  public interface Known {
    /**
     * @return null when it knows nothing, or there is nothing to know yet
     * @throws io.lull.reconfig.state.DamagedPieceException when the piece that it lies in cannot be
     *     read
     */
    @Nullable ReplicatedState state() throws IOException;
  }
}
