package io.lull.reconfig.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Balance;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.model.CommunicatorExchange;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a peer sends is put where the plan says, and nowhere else. */
final class RegionTargetTest {
  private static final int CHUNK_BYTES = 1 << 12;
  private static final long SIDE = 16;

  private final KernelThreads threads = new KernelThreads(() -> 1);

  @AfterEach
  void end() {
    threads.close();
  }

  private PartitionedState state(Division division) {
    return new PartitionedState(
        List.of(
            new GridArray(
                new DoubleGrid(
                    "u",
                    Extents.of(SIDE, SIDE),
                    division,
                    Halo.of(0),
                    CommunicatorExchange.over(
                        new Communicator(0, 0, Collections.singletonList(null), CallContext.NONE)),
                    threads))),
        () -> Balance.USUAL);
  }

  /** From a worker that leaves to one that joins. */
  private static StatePlan plan(PartitionedState state) {
    final StatePlan before = state.plan(Holdings.NOTHING, List.of(new Part("w1", 1)));
    final Layout.Builder layout = Layout.newBuilder();
    layout.addMembers(Member.newBuilder().setWorker("w1").setWeight(1).build());
    before.describe(layout);
    return state.plan(
        new Holdings(layout.build(), List.of("w1"), List.of(), false),
        List.of(new Part("w2", 1), new Part("w3", 1)));
  }

  private static ByteBuffer box(Region region, long cells) {
    final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    new RegionChunk.Box(0, region, region).putHead(chunk);
    return chunk.position(Math.toIntExact(chunk.position() + cells * Double.BYTES)).flip();
  }

  private static ByteBuffer part(long from, long bytes) {
    final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return chunk.putLong(from).position(Math.toIntExact(chunk.position() + bytes)).flip();
  }

  private static void refused(TransferTarget target, StateTransfer transfer, ByteBuffer chunk) {
    assertThatThrownBy(() -> target.write(transfer, chunk))
        .isInstanceOf(IOException.class)
        .hasMessage("cells that do not belong here");
  }

  @Test
  void aBoxIsTakenOnlyIfItIsOfTheTransfer() throws IOException {
    final PartitionedState state = state(Division.rows());
    final StatePlan plan = plan(state);
    final StateTransfer mine =
        plan.transfers().stream().filter(each -> each.to().equals("w2")).findFirst().orElseThrow();
    final Region own = ((RegionPlan) plan).moves().next().region(plan.rankOf("w2"), 0);
    final TransferTarget target = state.prepare(plan, "w2");
    assertThat(target.write(mine, box(own, own.cells()))).isEqualTo(mine.bytes());
    refused(target, mine, box(new Region(0, SIDE, 0, SIDE), SIDE * SIDE));
    refused(target, mine, box(own.shift(0, own.rows(), 0), own.cells()));
    refused(target, mine, box(own, own.cells() - 1));
    refused(target, mine, box(new Region(3, 1, 0, SIDE), 0));
    refused(target, mine, ByteBuffer.allocate(Long.BYTES));
    state.drop();
  }

  @Test
  void aPartIsTakenOnlyIfItIsOfTheTransfer() throws IOException {
    final PartitionedState state = state(Division.cyclic());
    final StatePlan plan = plan(state);
    final StateTransfer mine =
        plan.transfers().stream().filter(each -> each.to().equals("w2")).findFirst().orElseThrow();
    final TransferTarget target = state.prepare(plan, "w2");
    assertThat(target.write(mine, part(0, mine.bytes()))).isEqualTo(mine.bytes());
    refused(target, mine, part(1, mine.bytes()));
    refused(target, mine, part(-1, Double.BYTES));
    refused(target, mine, part(Long.MAX_VALUE, Double.BYTES));
    refused(target, mine, part(0, Double.BYTES - 1));
    refused(target, mine, ByteBuffer.allocate(1));
    state.drop();
  }
}
