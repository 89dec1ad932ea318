package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.TransferPlan.Move;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads a move in chunks from wherever its cells lie. */
final class RegionReader implements TransferReader {
  private final RegionSource source;
  private final int cellBytes;
  private final List<RegionChunk> chunks;
  private int next;

  RegionReader(RegionPlan plan, StateTransfer transfer, RegionSource source) {
    final Move move = plan.move(transfer);
    this.source = source;
    this.cellBytes = plan.cellBytes(move);
    this.chunks = RegionChunk.of(plan.moves(), transfer.number(), CHUNK_BYTES / cellBytes);
  }

  @Override
  public int mostChunkBytes() {
    return chunks.stream()
        .mapToInt(chunk -> Math.addExact(chunk.headBytes(), bytes(chunk)))
        .max()
        .orElse(0);
  }

  private int bytes(RegionChunk chunk) {
    return Math.toIntExact(chunk.cells() * cellBytes);
  }

  @Override
  public int next(ByteBuffer out) throws IOException {
    if (next == chunks.size()) {
      return -1;
    }
    final RegionChunk chunk = chunks.get(next++);
    chunk.putHead(out);
    chunk.read(source, out);
    return bytes(chunk);
  }
}
