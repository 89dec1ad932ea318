package io.lull.reconfig.exchange;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.partition.RegionCells;
import java.nio.ByteBuffer;

/** Exchanges the cells beside each worker's own. The program's thread, within a call. */
public final class HaloExchange {
  private HaloExchange() {}

  /** Sends what others need of this worker's cells; does not wait for them. */
  public static void give(Communicator workers, HaloPlan plan, RegionCells from) {
    for (final HaloPlan.Exchange out : plan.sends()) {
      final ByteBuffer buffer =
          workers.buffer(out.rank(), Math.toIntExact(out.cells() * from.cellBytes()));
      for (final HaloPlan.Patch patch : out.patches()) {
        from.read(patch.source(), buffer);
      }
      workers.send(out.rank(), buffer);
    }
  }

  /**
   * Waits for what others give of theirs.
   *
   * @param what the array, in words
   * @param into the array's own cells with their halo, or others
   * @throws ProgramError when another worker has another part than this one thinks
   */
  public static void take(Communicator workers, String what, HaloPlan plan, RegionCells into) {
    for (final HaloPlan.Exchange in : plan.receives()) {
      final ByteBuffer payload = workers.receive(in.rank());
      if (payload.remaining() != in.cells() * into.cellBytes()) {
        throw new ProgramError(
            "rank "
                + in.rank()
                + " has another part of "
                + what
                + " than rank "
                + workers.rank()
                + " thinks: declare the same on every worker");
      }
      for (final HaloPlan.Patch patch : in.patches()) {
        into.write(patch.target(), payload);
      }
    }
  }
}
