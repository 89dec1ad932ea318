package io.lull.reconfig.grid.model;

import io.lull.protocol.wire.ReplicatedState;
import io.lull.protocol.wire.ReplicatedValue;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Value;
import io.lull.reconfig.Workers;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Balance;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.FloatGrid;
import io.lull.reconfig.grid.Grid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.LongGrid;
import io.lull.reconfig.grid.RecordGrid;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.SafePointCounter;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.PartitionedState;
import io.lull.reconfig.record.RecordShape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The declared data of a grid program and its position within an iteration: all that a safe point
 * retains. Used by the program's thread, but where noted.
 */
public final class DeclaredGrids implements GridSpace {
  private final Parameters parameters;
  private final List<Path> inputs;
  private final List<Grid> grids = new ArrayList<>();
  private final List<GridArray> arrays = new ArrayList<>();
  private final PartitionedState state;
  private final Map<String, Value> values = new LinkedHashMap<>();
  private final KernelThreads threads;
  private final SafePointCounter counter;
  private Balance balance = Balance.USUAL;
  private boolean declaring = true;

  private final IterationPosition position = new IterationPosition();
  private final CommunicatorExchange exchange;

  /** Null until the program runs. */
  private @Nullable SafePoints safePoints;

  // Read by the thread that reports progress.
  private volatile long iterations;

  public DeclaredGrids(ModelContext context, KernelThreads threads) {
    this.parameters = context.input().parameters();
    this.inputs = context.input().inputs();
    this.counter = context.safePoints();
    this.threads = threads;
    this.state = new PartitionedState(arrays, this::balance, threads::requireGoing);
    this.exchange =
        new CommunicatorExchange(
            Collections.unmodifiableList(grids), position, state::arriving, this::giveUpKept);
  }

  @Override
  public Parameters parameters() {
    return parameters;
  }

  @Override
  public List<Path> inputs() {
    return inputs;
  }

  @Override
  public DoubleGrid doubleGrid(String name, Extents extents, Division division, Halo halo) {
    return declared(new DoubleGrid(name, extents, division, halo, exchange, threads), halo);
  }

  @Override
  public ByteGrid byteGrid(String name, Extents extents, Division division, Halo halo) {
    return declared(new ByteGrid(name, extents, division, halo, exchange, threads), halo);
  }

  @Override
  public FloatGrid floatGrid(String name, Extents extents, Division division, Halo halo) {
    return declared(new FloatGrid(name, extents, division, halo, exchange, threads), halo);
  }

  @Override
  public LongGrid longGrid(String name, Extents extents, Division division, Halo halo) {
    return declared(new LongGrid(name, extents, division, halo, exchange, threads), halo);
  }

  @Override
  public IntGrid intGrid(String name, Extents extents, Division division, Halo halo) {
    return declared(new IntGrid(name, extents, division, halo, exchange, threads), halo);
  }

  @Override
  public RecordGrid recordGrid(
      String name, RecordShape record, Extents extents, Division division, Halo halo) {
    if (record.bytes() == 0) {
      throw new IllegalArgumentException(
          "the records of grid " + name + " have no fields: name them before the grid");
    }
    return declared(new RecordGrid(name, record, extents, division, halo, exchange, threads), halo);
  }

  private <G extends Grid> G declared(G grid, Halo halo) {
    declaring("grid " + grid.name());
    if (grids.stream().anyMatch(other -> other.name().equals(grid.name()))) {
      throw new IllegalStateException(
          "two grids are named " + grid.name() + ": give each a name of its own");
    }
    final GridArray array = new GridArray(grid);
    final Extents extents = array.shape().extents();
    if (halo.periodic() && extents.lengths().stream().anyMatch(each -> halo.width() > each)) {
      throw new BadInput(
          "grid " + grid.name() + " is smaller than its periodic halo of " + halo.width());
    }
    grids.add(grid);
    arrays.add(array);
    return grid;
  }

  @Override
  public Value value(String name, double initial) {
    declaring("value " + name);
    final Value value = new Value(name, initial);
    if (values.putIfAbsent(name, value) != null) {
      throw new IllegalStateException(
          "two values are named " + name + ": give each a name of its own");
    }
    return value;
  }

  @Override
  public void balance(double bound) {
    declaring("a bound of the balance");
    balance = new Balance(bound);
  }

  private Balance balance() {
    return balance;
  }

  private void declaring(String what) {
    if (!declaring) {
      throw new IllegalStateException(
          what + " is declared too late: declare everything in declare()");
    }
  }

  /** The end of {@code declare}. */
  public void declared() {
    declaring = false;
    if (grids.isEmpty()) {
      throw new IllegalStateException(
          "the program declares no grid: declare what is to be distributed in declare()");
    }
    if (!parameters.unknown().isEmpty()) {
      throw new BadInput(
          "the program has no parameter named "
              + String.join(", ", parameters.unknown())
              + ": correct or omit --param");
    }
  }

  @Override
  public void iterations(long total) {
    iterations = total;
  }

  /** How many iterations there will be; 0: that is not known. Any thread. */
  long iterations() {
    return iterations;
  }

  /** Any thread. */
  @Override
  public long iteration() {
    return position.iteration();
  }

  public List<Grid> grids() {
    return grids;
  }

  /** The grids as they are moved and kept, in their order. */
  List<GridArray> arrays() {
    return arrays;
  }

  /** What is shared out among the workers. */
  public PartitionedState state() {
    return state;
  }

  IterationPosition position() {
    return position;
  }

  /** The program runs, and announces its safe points there. */
  void announceTo(SafePoints points) {
    safePoints = points;
  }

  private void giveUpKept() {
    final @Nullable SafePoints points = safePoints;
    if (points != null) {
      points.giveUpKept();
    }
  }

  @Override
  public void steps(long count, LongConsumer step) {
    position.steps(
        count,
        step,
        counted ->
            Objects.requireNonNull(safePoints, "only a program that runs iterates")
                .reached(false, counted));
  }

  /** The program starts again. */
  void reset() {
    position.startAfresh();
    values.values().forEach(Value::reset);
  }

  void save(ReplicatedState.Builder to) {
    position.save(to);
    for (final Value value : values.values()) {
      to.addValues(ReplicatedValue.newBuilder().setName(value.name()).setValue(value.get()));
    }
  }

  void load(ReplicatedState from) {
    position.restore(from);
    for (final ReplicatedValue kept : from.getValuesList()) {
      final @Nullable Value value = values.get(kept.getName());
      if (value != null) {
        value.set(kept.getValue());
      }
    }
  }

  /** Grids exchange cells with these workers from now on. */
  public void enter(Communicator others) {
    exchange.enter(others);
  }

  @Override
  public Workers workers() {
    return new CommunicatorWorkers(exchange.calling());
  }

  /** What the calls of all workers are compared by. */
  public CallContext calls() {
    return new GridCallContext(Collections.unmodifiableList(grids), position, counter);
  }
}
