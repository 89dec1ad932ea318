package io.lull.reconfig.transfer;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Member;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.state.DamagedPieceException;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateUnit;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which units each rank has, where a layout does not say it: all who take part in a
 * change tell all others what they hold. The program's thread.
 */
public final class InventoryExchange {

  /**
   * How it went.
   *
   * @param failure null when all is known
   * @param damaged ranks whose pieces cannot be read
   * @param units by rank
   */
  public record Outcome(
      @Nullable String failure, Set<Integer> damaged, List<List<StateUnit>> units) {}

  private final String self;
  private final Links links;
  private final UnitInventory inventory;
  private final Clock clock;

  /**
   * @param self this worker's name
   * @param receiver of the same worker: what ends its changes ends this, too
   */
  public InventoryExchange(String self, Links links, TransferReceiver receiver, Clock clock) {
    this.self = self;
    this.links = links;
    this.inventory = receiver.inventory();
    this.clock = clock;
  }

  /**
   * Waits for the others, at most until the deadline or until the change is given up.
   *
   * @param peers all others who take part in the change
   * @param linksSince links made in an earlier epoch are not used; 0: any will do
   */
  public Outcome carryOut(
      long epoch,
      Holdings held,
      StateSource source,
      List<Member> peers,
      long linksSince,
      long deadlineMillis)
      throws InterruptedException {
    final long deadline = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
    inventory.begin(epoch);
    try {
      final Map<Integer, byte[]> mine = new LinkedHashMap<>();
      for (int rank = 0; rank < held.holders().size(); rank++) {
        if (held.holders().get(rank).equals(self)) {
          final List<StateUnit> units = source.units(rank);
          inventory.put(epoch, rank, units);
          mine.put(rank, UnitInventory.encoded(units));
        }
      }
      final WaitLimit patience = new WaitLimit(deadline, () -> inventory.isOver(epoch));
      for (final Member peer : peers) {
        final Link link =
            links.to(peer.getWorker(), peer.getHost(), peer.getPort(), linksSince, patience);
        for (final Map.Entry<Integer, byte[]> rank : mine.entrySet()) {
          link.send(
              Channel.INVENTORY,
              rank.getKey(),
              epoch,
              Frame.buffer(rank.getValue().length).put(rank.getValue()));
        }
      }
      final @Nullable List<List<StateUnit>> all =
          inventory.await(epoch, held.holders().size(), deadline);
      return all == null
          ? failed("not all workers have said what they hold", Set.of())
          : new Outcome(null, Set.of(), all);
    } catch (DamagedPieceException e) {
      return failed(String.valueOf(e.getMessage()), Set.of(e.rank()));
    } catch (IOException e) {
      return failed(String.valueOf(e.getMessage()), Set.of());
    }
  }

  private static Outcome failed(String why, Set<Integer> damaged) {
    return new Outcome(why, damaged, List.of());
  }
}
