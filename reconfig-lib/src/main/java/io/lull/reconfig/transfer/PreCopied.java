package io.lull.reconfig.transfer;

import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferTarget;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What was copied before a change, as one worker knows it. Not changed after it was given away.
 *
 * @param meeting that the copies were made for
 * @param target the room that they came to; null: none came here
 * @param current numbers of transfers from this worker whose state has not changed since they were
 *     sent
 * @param come whether all of the transfer of this number has come here; any thread
 * @param close the change's own frames come from this worker now: what it copied comes no more; on
 *     its link's thread
 * @param sentBytes of the frames that this worker sent for it, heads included
 */
public record PreCopied(
    long meeting,
    @Nullable TransferTarget target,
    BitSet current,
    IntPredicate come,
    Consumer<String> close,
    long sentBytes) {
  public static final PreCopied NOTHING =
      new PreCopied(0, null, new BitSet(), _ -> false, _ -> {}, 0);

  boolean isCurrent(StateTransfer transfer) {
    return current.get(transfer.number());
  }
}
