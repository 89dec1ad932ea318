package io.lull.reconfig.partition;

import io.lull.reconfig.partition.PostCopyOrder.Step;
import io.lull.reconfig.state.PostCopySource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Regions in this worker's memory that follow a change, read in their order. */
final class HeldBackRegions implements PostCopySource {
  private final RegionPlan plan;
  private final List<Step> steps;
  private final HeldRegions held;
  private int next;

  HeldBackRegions(RegionPlan plan, List<Step> steps, HeldRegions held) {
    this.plan = plan;
    this.steps = steps;
    this.held = held;
  }

  @Override
  public int mostChunkBytes() {
    return steps.stream()
        .map(Step::chunk)
        .mapToInt(chunk -> Math.addExact(chunk.headBytes(), bytes(chunk)))
        .max()
        .orElse(0);
  }

  private int bytes(RegionChunk chunk) {
    return Math.toIntExact(chunk.cells() * plan.shapes().get(chunk.array()).cellBytes());
  }

  @Override
  public int next(ByteBuffer out) throws IOException {
    if (next == steps.size()) {
      return -1;
    }
    final RegionChunk chunk = steps.get(next++).chunk();
    chunk.putHead(out);
    chunk.read(held, out);
    return bytes(chunk);
  }

  @Override
  public void release() {
    held.release();
  }
}
