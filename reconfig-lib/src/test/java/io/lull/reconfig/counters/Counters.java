package io.lull.reconfig.counters;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.OtherState;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceSection;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.Piece;
import io.lull.reconfig.state.ReadablePieces;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.StateUnit;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import io.lull.reconfig.state.UnitOffer;
import io.lull.reconfig.state.UnitReceiver;
import io.lull.reconfig.state.UnitTransfers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** The counters of one worker. Any thread. */
final class Counters implements DistributedState, UnitReceiver {
  /** What a counter says that it has, of which nothing will come. */
  private static final long JAMMED_BYTES = 2 * Long.BYTES;

  private final Map<String, Long> counters = new ConcurrentHashMap<>();

  /** What a change, or another worker, brings. */
  private final Map<String, Long> coming = new ConcurrentHashMap<>();

  private final AtomicLong moved = new AtomicLong();
  private final Set<String> jams = ConcurrentHashMap.newKeySet();

  /** Counters stand still from when a change is prepared until it is over. */
  private volatile boolean changing;

  private volatile boolean placed;

  /**
   * @param names of what moves, by transfer
   */
  private record Plan(
      List<Part> members, List<StateTransfer> transfers, List<String> names, boolean fromPieces)
      implements StatePlan {
    @Override
    public long leastBytes() {
      return movedBytes();
    }

    @Override
    public void describe(Layout.Builder layout) {
      layout.setOther(OtherState.newBuilder().setKind(CounterProvider.KIND));
    }

    String name(StateTransfer transfer) {
      return names.get(transfer.number());
    }
  }

  /** The names and values of now. */
  Map<String, Long> all() {
    return new TreeMap<>(counters);
  }

  void begin(List<String> names) {
    names.forEach(name -> counters.put(name, 0L));
  }

  /** Whether the counter is here, and may count. */
  boolean add(String name) {
    final boolean[] added = {false};
    counters.computeIfPresent(
        name,
        (_, value) -> {
          added[0] = !changing;
          return added[0] ? value + 1 : value;
        });
    return added[0];
  }

  /** A counter on its way to another worker. */
  class Leaving implements UnitTransfers.Unit {
    private final String name;
    private long value;

    Leaving(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Optional<TransferReader> freeze() {
      final Optional<Long> taken = Optional.ofNullable(counters.remove(name));
      taken.ifPresent(last -> value = last);
      return taken.map(Counters::content);
    }

    @Override
    public long bytes() {
      return Long.BYTES;
    }

    @Override
    public void ended(UnitTransfers.Outcome outcome) {
      if (outcome == UnitTransfers.Outcome.MOVED) {
        moved.incrementAndGet();
      } else {
        counters.put(name, value);
      }
    }
  }

  /** How many have left this worker one by one. */
  long moved() {
    return moved.get();
  }

  /** A counter whose way to another worker has no end. */
  final class Jammed extends Leaving {
    Jammed(String name) {
      super(name);
    }

    @Override
    public long bytes() {
      return JAMMED_BYTES;
    }

    @Override
    public Optional<TransferReader> freeze() {
      return super.freeze()
          .map(_ ->
              new TransferReader() {
                @Override
                public int mostChunkBytes() {
                  return Long.BYTES;
                }

                @Override
                public int next(ByteBuffer out) throws IOException {
                  try {
                    new CountDownLatch(1).await();
                    return -1;
                  } catch (InterruptedException e) {
                    throw new IOException("the worker ends", e);
                  }
                }
              });
    }
  }

  private static TransferReader content(long value) {
    return new TransferReader() {
      private boolean read;

      @Override
      public int mostChunkBytes() {
        return Long.BYTES;
      }

      @Override
      public int next(ByteBuffer out) {
        if (read) {
          return -1;
        }
        read = true;
        out.putLong(value);
        return Long.BYTES;
      }
    };
  }

  private TransferTarget target(String name) {
    return (_, chunk) -> {
      coming.put(name, chunk.getLong());
      return Long.BYTES;
    };
  }

  /** Whose counters are on a way to this worker that has no end. */
  Set<String> jams() {
    return jams;
  }

  @Override
  public Optional<TransferTarget> offered(UnitOffer unit, String from) {
    if (unit.bytes() == JAMMED_BYTES) {
      jams.add(from);
    } else if (unit.bytes() != Long.BYTES) {
      return Optional.empty();
    }
    return Optional.of(target(unit.name()));
  }

  @Override
  public void committed(String unit) {
    counters.put(unit, coming.remove(unit));
  }

  @Override
  public void aborted(String unit) {
    coming.remove(unit);
  }

  @Override
  public boolean plansFromUnits() {
    return true;
  }

  /**
   * Whoever holds a counter keeps it; those of workers that leave are shared out by their names.
   */
  @Override
  public StatePlan plan(Holdings held, List<Part> next) {
    final List<StateTransfer> transfers = new ArrayList<>();
    final List<String> names = new ArrayList<>();
    for (int rank = 0; rank < held.holders().size(); rank++) {
      final String holder = held.holders().get(rank);
      final boolean stays = next.stream().anyMatch(part -> part.worker().equals(holder));
      for (final StateUnit unit : held.units().get(rank)) {
        final String name = unit.name();
        if (!stays || held.fromPieces()) {
          final Part to = next.get(Math.floorMod(name.hashCode(), next.size()));
          transfers.add(
              new StateTransfer(
                  names.size(), rank, holder, stays ? holder : to.worker(), unit.bytes()));
          names.add(name);
        }
      }
    }
    return new Plan(List.copyOf(next), transfers, names, held.fromPieces());
  }

  @Override
  public TransferTarget prepare(StatePlan plan, String self) {
    changing = true;
    return (transfer, chunk) -> target(((Plan) plan).name(transfer)).write(transfer, chunk);
  }

  @Override
  public void commit(StatePlan plan, String self) {
    final Plan of = (Plan) plan;
    placed = of.rankOf(self) >= 0;
    if (!placed || of.fromPieces()) {
      counters.clear();
    }
    if (placed) {
      counters.putAll(coming);
    }
    abandon();
  }

  @Override
  public void abandon() {
    coming.clear();
    changing = false;
  }

  @Override
  public StateSource live() {
    return new StateSource() {
      @Override
      public List<StateUnit> units(int rank) {
        return all().keySet().stream().map(name -> new StateUnit(name, Long.BYTES)).toList();
      }

      @Override
      public TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException {
        // What was about to be added when the counters came to a standstill has been.
        final Long value =
            counters.computeIfPresent(((Plan) plan).name(transfer), (_, present) -> present);
        if (value == null) {
          throw new IOException("the counter is not here any more");
        }
        return content(value);
      }
    };
  }

  @Override
  public StateSource open(ReadablePieces pieces) {
    return new StateSource() {
      @Override
      public List<StateUnit> units(int rank) throws IOException {
        try (Piece piece = pieces.open(rank)) {
          return piece.header().getSectionsList().stream()
              .map(section -> new StateUnit(section.getName(), section.getBytes()))
              .toList();
        }
      }

      @Override
      public TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException {
        final int section =
            units(transfer.sourceRank()).stream()
                .map(StateUnit::name)
                .toList()
                .indexOf(((Plan) plan).name(transfer));
        try (Piece piece = pieces.open(transfer.sourceRank())) {
          return content(piece.block(section, 0).getLong());
        }
      }
    };
  }

  /**
   * @param names of the counters, by section
   * @param values likewise
   */
  private record Captured(List<String> names, List<Long> values) implements StateSnapshot {
    @Override
    public void describe(PieceHeader.Builder header) {
      header.setVersion(3).setOther(OtherState.newBuilder().setKind(CounterProvider.KIND));
      for (final String name : names) {
        header.addSections(
            PieceSection.newBuilder().setName(name).setBytes(Long.BYTES).setBlockBytes(Long.BYTES));
      }
    }

    @Override
    public List<StateSection> sections() {
      return names.stream().map(name -> new StateSection(name, Long.BYTES, Long.BYTES)).toList();
    }

    @Override
    public void read(int section, long block, ByteBuffer out) {
      out.putLong(values.get(section));
    }

    @Override
    public BitSet changedBlocks(int section) {
      final BitSet all = new BitSet();
      all.set(0);
      return all;
    }

    @Override
    public void release() {
      // It holds nothing of the counters.
    }
  }

  @Override
  public CompletionStage<StateSnapshot> capture() {
    final Map<String, Long> now = all();
    return CompletableFuture.completedStage(
        new Captured(List.copyOf(now.keySet()), List.copyOf(now.values())));
  }

  @Override
  public boolean isPlaced() {
    return placed;
  }

  @Override
  public void drop() {
    counters.clear();
    abandon();
  }
}
