package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.ControlPosition;
import io.lull.reconfig.Value;
import io.lull.reconfig.check.UndeclaredState;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.parallel.KernelThreads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fork-join program's control, which every worker replicates, and its loops, of which this worker
 * runs its part; made by the runtime. The program's thread, but where noted.
 */
public final class ReplicatedTeam implements Team, LoopRunner {
  /** A loop whose cost is not known yet is taken to be worth several threads. */
  private static final long UNKNOWN_NANOS = 16_384;

  /** Of so many loops of a program costs are remembered. */
  private static final int MOST_SITES = 4096;

  private final ControlPath path;
  private final KernelThreads threads;
  private final List<SharedArray> arrays;
  private final UndeclaredState undeclared;
  private final boolean checked;
  private final Clock clock;
  private final Map<Long, Long> costs = new HashMap<>();

  /** By loop with a schedule, how long an iteration took all threads together. */
  private final Map<Long, Double> lastNanos = new HashMap<>();

  private final LoopRounds rounds = new LoopRounds(this::measured);
  private double measured;
  private @Nullable Communicator workers;
  private @Nullable SafePoints safePoints;
  private @Nullable LoopCaptures captures;
  private List<Double> weights = List.of();
  private LoopSchedule usual = LoopSchedule.own();
  private volatile long iterations;

  /**
   * @param values of the program; it may grow until the program runs
   * @param arrays those that are declared, in their order
   * @param undeclared looks at the program's fields after its loops
   * @param checked whether each access is checked against the clauses of its loop
   */
  public ReplicatedTeam(
      List<Value> values,
      List<SharedArray> arrays,
      KernelThreads threads,
      UndeclaredState undeclared,
      boolean checked,
      Clock clock) {
    this.path = new ControlPath(values);
    this.arrays = arrays;
    this.threads = threads;
    this.undeclared = undeclared;
    this.checked = checked;
    this.clock = clock;
  }

  /**
   * These compute together from now on.
   *
   * @param shares by rank, as each worker's speed asks
   */
  public void enter(Communicator now, List<Double> shares) {
    workers = now;
    weights = shares;
    rounds.forget();
  }

  /** Runs the program from where it stands to its end. */
  public void run(ForkJoinProgram program, SafePoints points) {
    safePoints = points;
    captures = new LoopCaptures(program);
    arrays.forEach(SharedArray::close);
    path.begin();
    usual = LoopSchedule.own();
    undeclared.computing();
    program.run(this);
    path.end();
    points.reached(true, undeclared::iterated);
  }

  private Communicator workers() {
    return Objects.requireNonNull(workers, "a program that runs has workers");
  }

  private SafePoints safePoints() {
    return Objects.requireNonNull(safePoints, "a program that runs has safe points");
  }

  @Override
  public ParallelLoop loop(long from, long to) {
    return new ParallelLoop(this, from, to);
  }

  @Override
  public void schedule(LoopSchedule schedule) {
    usual = schedule;
  }

  @Override
  public void repeat(long times, LongConsumer iteration) {
    repeatWhile(
        times,
        i -> {
          iteration.accept(i);
          return true;
        });
  }

  @Override
  public void repeatWhile(long most, LongPredicate iteration) {
    threads.requireIdle();
    path.repeat(most, iteration);
  }

  @Override
  public double once(DoubleSupplier work) {
    return Recorded.number(
        region(
            CallSubject.ONCE,
            () -> fromFirst(() -> Recorded.of(work.getAsDouble()).toByteArray())));
  }

  @Override
  public byte[] onceBytes(Supplier<byte[]> work) {
    return region(CallSubject.ONCE, () -> fromFirst(() -> requireShort(work.get()))).toByteArray();
  }

  private static byte[] requireShort(byte[] found) {
    if (found.length > MOST_ONCE_BYTES) {
      throw new IllegalArgumentException(
          "onceBytes gives "
              + found.length
              + " bytes, and at most "
              + MOST_ONCE_BYTES
              + " are kept for workers that join: put what is longer into an array");
    }
    return found;
  }

  private ByteString fromFirst(Supplier<byte[]> work) {
    final byte[] mine = workers().rank() == 0 ? work.get() : new byte[0];
    return ByteString.copyFrom(workers().broadcast(mine, 0));
  }

  @Override
  public void transpose(DoubleArray from, DoubleArray to) {
    final Transposition transposition = new Transposition(from, to);
    region(
        arrays.indexOf(to),
        () -> {
          to.makeWritable(safePoints()::giveUpKept);
          transposition.run(workers(), threads);
          to.written(0, to.length());
          return ByteString.EMPTY;
        });
  }

  @Override
  public void iterations(long total) {
    iterations = total;
  }

  /** How far the program is; any thread. */
  public ProgramProgress progress() {
    return new ProgramProgress(path.iterations(), iterations);
  }

  /** What an iteration took this worker in the last round; 0: it had none. */
  private double measured() {
    return measured;
  }

  @Override
  public boolean isChecked() {
    return checked;
  }

  @Override
  public ByteString run(LoopClauses said, LoopWork work) {
    threads.requireIdle();
    final LoopClauses loop = said.withUsual(usual);
    final LoopArrays used = new LoopArrays(loop);
    final int subject = used.home() == null ? CallSubject.NO_ARRAY : arrays.indexOf(used.home());
    if (path.comesToOneBehind()) {
      return path.result();
    }
    try {
      while (true) {
        undeclared.computing();
        workers().begin(ForkJoinCalls.LOOP, subject);
        final LoopProgress progress = round(loop, used, work, subject(subject));
        final boolean last = progress.isComplete(loop.from(), loop.to());
        if (last) {
          work.complete(place());
        }
        final ByteString result = last ? work.result(progress.rounds()) : ByteString.EMPTY;
        safePoints().reached(false, () -> behind(last, progress, result));
        if (last) {
          undeclared.computing();
          return result;
        }
      }
    } finally {
      loop.end();
    }
  }

  private void behind(boolean last, LoopProgress progress, ByteString result) {
    if (last) {
      path.complete(result);
      undeclared.iterated();
    } else {
      path.advance(progress);
    }
  }

  /** The next round of the loop that the program has come to, or all of the loop. */
  private LoopProgress round(LoopClauses loop, LoopArrays used, LoopWork work, String subject) {
    final LoopProgress before = path.underWay();
    final Runnable sameAfter =
        checked || path.isLookedAt()
            ? Objects.requireNonNull(captures).look(loop, subject, workers())
            : () -> {};
    used.open(workers(), weights, checked, safePoints()::giveUpKept);
    final LoopProgress after;
    try {
      loop.begin(workers());
      after =
          work.hasRounds() && !checked
              ? rounds.next(
                  path.site(),
                  used.shares(weights, workers()),
                  path.isLookedAt() && !before.isBegun(),
                  before,
                  workers(),
                  (iterations, given) -> work(work, shared(loop, used, iterations), given))
              : whole(loop, work, used, subject);
    } finally {
      used.close();
    }
    sameAfter.run();
    used.written();
    return after;
  }

  private LoopProgress whole(LoopClauses loop, LoopWork work, LoopArrays used, String subject) {
    final ByteString gave =
        checked
            ? OrderCheck.run(
                loop,
                subject,
                expecting(used.part(own(used))),
                used::narrow,
                each -> work(work, each, ByteString.EMPTY))
            : work(work, shared(loop, used, own(used)), ByteString.EMPTY);
    return new LoopProgress(List.of(new IndexRange(loop.from(), loop.to())), gave);
  }

  /** All of this worker's iterations. */
  private List<IndexRange> own(LoopArrays used) {
    return List.of(used.shares(weights, workers()).mine());
  }

  /** These iterations, but as the loop's schedule says. */
  private Iterations shared(LoopClauses loop, LoopArrays used, List<IndexRange> own) {
    if (loop.sharedOut() instanceof LoopSchedule.Own || workers().size() == 1) {
      return expecting(used.part(own));
    }
    return new ScheduledIterations(
        new ScheduledIterations.Loop(loop, used, workers(), weights),
        own,
        iterations -> expecting(used.part(iterations)),
        clock,
        lastNanos.getOrDefault(path.site(), Double.NaN));
  }

  private LoopPart expecting(LoopPart part) {
    part.expect(costs.getOrDefault(path.site(), UNKNOWN_NANOS), threads, clock);
    return part;
  }

  private ByteString work(LoopWork work, Iterations part, ByteString before) {
    final long site = path.site();
    final ByteString gave = work.run(part, place(), before);
    if (part instanceof ScheduledIterations scheduled
        && (lastNanos.size() < MOST_SITES || lastNanos.containsKey(site))) {
      lastNanos.put(site, scheduled.nanos());
    }
    if (costs.size() < MOST_SITES || costs.containsKey(site)) {
      costs.put(site, part.nanosPerIteration());
    }
    measured = part.isEmpty() ? 0 : part.nanosPerIteration();
    return gave;
  }

  private LoopWork.Place place() {
    return new LoopWork.Place(workers(), safePoints()::giveUpKept);
  }

  /**
   * Something that all workers do together, with a safe point after it.
   *
   * @param subject what it is about
   * @param work gives what a worker that joins later is told of it
   */
  private ByteString region(int subject, Supplier<ByteString> work) {
    threads.requireIdle();
    if (path.comesToOneBehind()) {
      return path.result();
    }
    undeclared.computing();
    workers().begin(ForkJoinCalls.LOOP, subject);
    final ByteString result = work.get();
    safePoints()
        .reached(
            false,
            () -> {
              path.complete(result);
              undeclared.iterated();
            });
    undeclared.computing();
    return result;
  }

  /** What all workers hold alike. */
  public ControlPosition save() {
    return path.save();
  }

  /**
   * The program stands there now.
   *
   * @throws IllegalArgumentException when it is not a position of such a program
   */
  public void load(ControlPosition position) {
    path.load(position);
  }

  /** Nothing was computed yet. */
  public void reset() {
    path.reset();
  }

  /** How loops are named in messages about calls that do not agree. */
  public String subject(int subject) {
    return CallSubject.of(subject, arrays);
  }
}
