package io.lull.reconfig.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.ReadablePieces;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSnapshot;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.StateUnit;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Units of any size arrive whole, whatever size the plan gives them. */
@Timeout(60)
final class UnitSizesTest {
  private static final int LARGE = 5 << 20;
  private static final long DEADLINE_MILLIS = 50_000;

  /** What one worker holds: named bytes, all of which go to the other worker. */
  private static final class Blobs implements DistributedState {
    private final Map<String, byte[]> held = new ConcurrentHashMap<>();
    private final Map<String, ByteArrayOutputStream> coming = new ConcurrentHashMap<>();
    private final LongUnaryOperator planned;

    /**
     * @param planned from a unit's size to the size in the plan
     */
    Blobs(LongUnaryOperator planned) {
      this.planned = planned;
    }

    private record Plan(List<Part> members, List<StateTransfer> transfers, List<StateUnit> units)
        implements StatePlan {
      @Override
      public long leastBytes() {
        return movedBytes();
      }

      @Override
      public void describe(Layout.Builder layout) {}

      StateUnit unit(StateTransfer transfer) {
        return units.get(transfer.number());
      }
    }

    @Override
    public boolean plansFromUnits() {
      return true;
    }

    @Override
    public StatePlan plan(Holdings now, List<Part> next) {
      final List<StateTransfer> transfers = new ArrayList<>();
      final List<StateUnit> units = now.units().getFirst();
      for (final StateUnit unit : units) {
        transfers.add(
            new StateTransfer(
                transfers.size(),
                0,
                now.holders().getFirst(),
                next.getFirst().worker(),
                planned.applyAsLong(unit.bytes())));
      }
      return new Plan(next, transfers, units);
    }

    @Override
    public TransferTarget prepare(StatePlan plan, String self) {
      final Plan of = (Plan) plan;
      if (of.rankOf(self) >= 0) {
        of.units().forEach(unit -> coming.put(unit.name(), new ByteArrayOutputStream()));
      }
      return (transfer, chunk) -> {
        final byte[] bytes = new byte[chunk.remaining()];
        chunk.get(bytes);
        Objects.requireNonNull(coming.get(of.unit(transfer).name())).writeBytes(bytes);
        return bytes.length;
      };
    }

    @Override
    public void commit(StatePlan plan, String self) {
      held.clear();
      coming.forEach((name, bytes) -> held.put(name, bytes.toByteArray()));
    }

    @Override
    public void abandon() {
      coming.clear();
    }

    @Override
    public StateSource live() {
      return new StateSource() {
        @Override
        public List<StateUnit> units(int rank) {
          return new TreeMap<>(held)
              .entrySet().stream()
                  .map(unit -> new StateUnit(unit.getKey(), unit.getValue().length))
                  .toList();
        }

        @Override
        public TransferReader read(StatePlan plan, StateTransfer transfer) {
          final String unit = ((Plan) plan).unit(transfer).name();
          return chunks(ByteBuffer.wrap(Objects.requireNonNull(held.get(unit))));
        }
      };
    }

    @Override
    public StateSource open(ReadablePieces pieces) {
      return StateSource.EMPTY;
    }

    @Override
    public CompletionStage<StateSnapshot> capture() {
      throw new AssertionError("no checkpoint is taken");
    }

    @Override
    public boolean isPlaced() {
      return !held.isEmpty();
    }

    @Override
    public void drop() {
      held.clear();
    }
  }

  private static TransferReader chunks(ByteBuffer bytes) {
    return new TransferReader() {
      @Override
      public int mostChunkBytes() {
        return TransferReader.CHUNK_BYTES;
      }

      @Override
      public int next(ByteBuffer out) {
        final int most = Math.min(TransferReader.CHUNK_BYTES, bytes.remaining());
        if (most == 0) {
          return -1;
        }
        out.put(bytes.slice(bytes.position(), most));
        bytes.position(bytes.position() + most);
        return most;
      }
    };
  }

  /** One worker. */
  private static final class Side implements AutoCloseable {
    private final String name;
    private final Blobs state;
    private final TransferReceiver receiver = new TransferReceiver(SystemClock.INSTANCE);
    private final Links links;
    private final TransferEngine engine;

    Side(String name, LongUnaryOperator planned) throws Exception {
      this.name = name;
      this.state = new Blobs(planned);
      this.links = LoopbackLinks.of(name, receiver.register(new ChannelHandlers()));
      this.engine = new TransferEngine(name, links, receiver, SystemClock.INSTANCE);
    }

    Member member() {
      return Member.newBuilder()
          .setWorker(name)
          .setHost(links.host())
          .setPort(links.port())
          .setWeight(1)
          .build();
    }

    /** All goes from a to b. */
    TransferEngine.Outcome carryOut(Member peer) throws InterruptedException {
      final Holdings held =
          new Holdings(
              Layout.newBuilder().addMembers(Member.newBuilder().setWorker("a")).build(),
              List.of("a"),
              List.of(),
              false);
      final InventoryExchange.Outcome said =
          engine.inventories().carryOut(2, held, state.live(), List.of(peer), 0, DEADLINE_MILLIS);
      assertThat(said.failure()).isNull();
      final StatePlan plan = state.plan(held.withUnits(said.units()), List.of(new Part("b", 1)));
      final TransferEngine.Outcome outcome =
          engine.carryOut(
              new ChangeTransfers(
                  2,
                  state,
                  plan,
                  state.live(),
                  false,
                  PreCopied.NOTHING,
                  List.of(),
                  List.of(peer),
                  0,
                  new ChangeTransfers.Informing(
                      ReplicatedState::getDefaultInstance, Set.of(), false),
                  DEADLINE_MILLIS));
      state.commit(plan, name);
      return outcome;
    }

    @Override
    public void close() {
      links.close();
    }
  }

  private static void moveAll(LongUnaryOperator planned) throws Exception {
    final byte[] large = new byte[LARGE];
    Arrays.fill(large, (byte) 7);
    final Map<String, byte[]> units =
        Map.of("empty", new byte[0], "single", new byte[] {3}, "large", large);
    try (Side one = new Side("a", planned);
        Side two = new Side("b", planned);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      one.state.held.putAll(units);
      final Future<TransferEngine.Outcome> sent = threads.submit(() -> one.carryOut(two.member()));
      assertThat(two.carryOut(one.member()).failure()).isNull();
      assertThat(sent.get().failure()).isNull();
      assertThat(two.state.held).containsExactlyInAnyOrderEntriesOf(units);
    }
  }

  @Test
  void unitsOfAnySizeArriveWhole() throws Exception {
    moveAll(bytes -> bytes);
  }

  @Test
  void unitsThatGrewSinceTheyWerePlannedArriveWhole() throws Exception {
    moveAll(bytes -> Math.min(bytes, 1));
  }

  @Test
  void unitsThatShrankSinceTheyWerePlannedAreNotWaitedForLonger() throws Exception {
    moveAll(bytes -> bytes + 100);
  }
}
