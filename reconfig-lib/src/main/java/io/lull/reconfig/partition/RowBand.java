package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import java.nio.ByteBuffer;

/**
 * Whole rows of a grid, put together from what their owners have of them.
 *
 * @param region the rows
 * @param cellBytes of one cell
 */
public record RowBand(Region region, int cellBytes) {

  /**
   * Puts an owner's cells where they belong.
   *
   * @param part which cells, all of this band
   * @param cells one after the other, in the order in which they travel
   * @param rows of the band, one after the other
   */
  public void put(IndexSet part, ByteBuffer cells, ByteBuffer rows) {
    new Packing(part, Places.OWN)
        .strips(strip -> {
          final int bytes = Math.toIntExact(strip.length() * cellBytes);
          final long line = region.lineOf(strip.plane(), strip.row()) * region.columns();
          for (long i = 0; i < strip.count(); i++) {
            final long at = (line + strip.columnOf(i) - region.columnFrom()) * cellBytes;
            rows.put(Math.toIntExact(at), cells, cells.position(), bytes);
            cells.position(cells.position() + bytes);
          }
        });
  }
}
