package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.distribution.TransferPlan.Move;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * In which order the cells come that follow a change to one worker: sender and receiver work it out
 * alike. Most cells belong to arrays that are divided alike. Of these the lines with the same
 * number come together, the lowest first, so that a sweep over them can begin long before the last
 * one is there; all other arrays come before them.
 *
 * @param plan of the change
 * @param transfers all that follow to that worker, each a box
 * @param lead extents and division of the arrays that come line by line
 */
record PostCopyOrder(RegionPlan plan, List<StateTransfer> transfers, Shape lead) {
  /** Before any of the lines is there. */
  static final long NO_LINES = Long.MIN_VALUE;

  /**
   * A chunk, and how far the lines are there with it.
   *
   * @param slabsBefore planes, of arrays without planes rows: those before this one are there
   */
  record Step(RegionChunk.Box chunk, long slabsBefore) {}

  /**
   * @param transfers not empty
   */
  static PostCopyOrder of(RegionPlan plan, List<StateTransfer> transfers) {
    final Map<Shape, Long> bytes = new LinkedHashMap<>();
    for (final StateTransfer transfer : transfers) {
      final Shape shape = plan.shapes().get(plan.move(transfer).grid());
      final Shape first =
          bytes.keySet().stream().filter(shape::isDividedAs).findFirst().orElse(shape);
      bytes.merge(first, transfer.bytes(), Long::sum);
    }
    return new PostCopyOrder(
        plan,
        List.copyOf(transfers),
        Collections.max(bytes.entrySet(), Map.Entry.comparingByValue()).getKey());
  }

  /** Whether an array comes line by line. */
  boolean isLead(Shape shape) {
    return shape.isDividedAs(lead);
  }

  /** What one worker sends. */
  List<Step> steps(String from) {
    final List<Step> steps = new ArrayList<>();
    final List<Move> lines = new ArrayList<>();
    for (final StateTransfer transfer : transfers) {
      if (!transfer.from().equals(from)) {
        continue;
      }
      final Move move = plan.move(transfer);
      if (isLead(plan.shapes().get(move.grid()))) {
        lines.add(move);
      } else {
        chunks(move, move.region()).forEach(chunk -> steps.add(new Step(chunk, NO_LINES)));
      }
    }
    if (!lines.isEmpty()) {
      addLines(lines, steps);
    }
    return steps;
  }

  private void addLines(List<Move> moves, List<Step> steps) {
    long first = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    long most = 1;
    for (final Move move : moves) {
      final Slabs slabs = slabs(move.region());
      first = Math.min(first, slabs.from());
      end = Math.max(end, slabs.to());
      most = Math.max(most, move.region().cells() * plan.cellBytes(move) / slabs.count());
    }
    final long each = Math.max(1, TransferReader.CHUNK_BYTES / most);
    long reached = NO_LINES;
    for (long from = first; from < end; from += each) {
      final Slabs block = new Slabs(from, Math.min(end, from + each));
      final List<RegionChunk.Box> chunks = new ArrayList<>();
      for (final Move move : moves) {
        chunks.addAll(chunks(move, part(move.region(), block)));
      }
      for (final RegionChunk.Box chunk : chunks.subList(0, Math.max(0, chunks.size() - 1))) {
        steps.add(new Step(chunk, reached));
      }
      reached = block.to();
      if (!chunks.isEmpty()) {
        steps.add(new Step(chunks.getLast(), reached));
      }
    }
  }

  private List<RegionChunk.Box> chunks(Move move, Region region) {
    return region.parts(TransferReader.CHUNK_BYTES / plan.cellBytes(move)).stream()
        .map(part -> RegionChunk.box(plan.moves(), move, part))
        .toList();
  }

  /** Planes, or rows, of a box. */
  record Slabs(long from, long to) {
    long count() {
      return Math.max(1, to - from);
    }
  }

  private boolean byPlanes() {
    return lead.planes() > 1;
  }

  Slabs slabs(Region region) {
    return byPlanes()
        ? new Slabs(region.planeFrom(), region.planeTo())
        : new Slabs(region.rowFrom(), region.rowTo());
  }

  /** What of a box lies in them. */
  Region part(Region region, Slabs slabs) {
    return region.intersect(
        byPlanes()
            ? new Region(
                slabs.from(),
                slabs.to(),
                region.rowFrom(),
                region.rowTo(),
                region.columnFrom(),
                region.columnTo())
            : new Region(
                region.planeFrom(),
                region.planeTo(),
                slabs.from(),
                slabs.to(),
                region.columnFrom(),
                region.columnTo()));
  }
}
