package io.lull.reconfig.counters;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.state.DistributedState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Named counters that live on workers. Each worker adds to counters, wherever they are, and now and
 * then sends one of its own to another, while all others go on. Its program has no end: it goes on
 * until the gate is there, and then writes what it has added and how often counters moved. Only
 * where it was told to, it ends then. A worker that will leave sends all of its counters away.
 */
final class CounterModel implements CoupledModel {
  /** An addition to a counter; the tag is its number. */
  private static final int ADD = Channel.FIRST_OF_MODELS;

  /** The answer, with the same tag: one byte, whether the counter is here. */
  private static final int ADDED = ADD + 1;

  private static final long ANSWER_MILLIS = 2000;
  private static final long WAIT_NANOS = 1_000_000;
  private static final int MOVE_EVERY = 3;

  /** So many moves later a counter is with anybody. */
  private static final int SHUFFLE = 200;

  /** The file that a worker writes when counters are on their way to it that will not arrive. */
  static final String JAMMED = "jammed.txt";

  /** The file that a worker writes which has sent away all that it had. */
  static final String DRAINED = "drained.txt";

  private final ModelContext context;
  private final Counters counters = new Counters();
  private final Map<Long, CompletableFuture<Boolean>> asked = new ConcurrentHashMap<>();
  private final Map<String, Long> acknowledged = new TreeMap<>();

  /** Additions without an answer: they may have been made or not. */
  private final Map<String, Long> unknown = new TreeMap<>();

  private final ExecutorService answers =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("answers").factory());
  private final Thread driver = Thread.ofPlatform().daemon().name("driver").unstarted(this::drive);
  private final Random random;
  private final Path gate;

  /** Once it is there, counters that leave do not arrive. */
  private final Path jam;

  private final List<String> names;
  private volatile @Nullable Configuration present;
  private final boolean ends;
  private volatile @Nullable SafePoints points;
  private volatile @Nullable Exception failure;
  private volatile boolean done;

  /** Only they are sent counters; null: all members are. */
  private volatile @Nullable List<String> staying;

  /** In how many configurations all have been; the same in all workers. */
  private long configurations;

  private volatile boolean over;
  private long number;
  private volatile boolean begun;

  CounterModel(String self, ModelContext context) {
    this.context = context;
    this.random =
        new Random(
            context.input().parameters().integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE)
                + self.hashCode());
    this.gate = Path.of(context.input().parameters().text("gate", ""));
    this.jam = Path.of(context.input().parameters().text("jam", "no jam"));
    final int count = (int) context.input().parameters().integer("counters", 8, 1, 1000);
    this.ends = context.input().parameters().text("ends", "").equals("yes");
    this.names = IntStream.range(0, count).mapToObj(i -> "counter-" + i).toList();
  }

  @Override
  public void declare() {
    context.units().receiver(counters);
    context.channels().handle(ADD, this::asked).handle(ADDED, this::answered);
  }

  @Override
  public DistributedState state() {
    return counters;
  }

  @Override
  public void enter(Configuration now, Entry entry) {
    if (entry == Entry.FRESH && now.workers().rank() == 0) {
      counters.begin(names);
    }
    configurations++;
    staying = null;
    present = now;
    if (!begun) {
      begun = true;
      driver.start();
    }
  }

  @Override
  public void run(SafePoints safePoints) throws InterruptedException {
    points = safePoints;
    while (!done) {
      safePoints.pause();
    }
    final @Nullable Exception why = failure;
    if (why != null) {
      throw new IllegalStateException("the driver failed", why);
    }
    safePoints.reached(true, () -> {});
  }

  @Override
  public void save(ReplicatedState.Builder to) {
    to.setModelState(ByteString.copyFromUtf8(Long.toString(configurations)));
  }

  @Override
  public void load(ReplicatedState from) {
    configurations = Long.parseLong(from.getModelState().toStringUtf8());
  }

  @Override
  public void reset() {
    configurations = 0;
  }

  @Override
  public CompletionStage<Void> meeting(List<String> members) {
    final Configuration now = present;
    staying = members;
    return now == null || members.contains(now.self())
        ? CompletableFuture.completedStage(null)
        : CompletableFuture.runAsync(() -> drain(now), answers);
  }

  /** Until there is none here; writes how many are left then. */
  private void drain(Configuration now) {
    try {
      while (!over && !counters.all().isEmpty()) {
        move(now);
        Thread.onSpinWait();
      }
      Files.writeString(
          context.input().outputs().resolve(DRAINED), Integer.toString(counters.all().size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ProgramResults finish() {
    return new ProgramResults(false, List.of());
  }

  @Override
  public ProgramProgress progress() {
    return new ProgramProgress(0, 0);
  }

  /** Offers all that is here to the others, and waits for their offers. */
  private void jam(Configuration now) throws IOException {
    // Others may have jammed before: nothing comes from them any more.
    for (int i = 0; i < SHUFFLE && counters.all().size() > names.size() / 6; i++) {
      move(now);
      LockSupport.parkNanos(WAIT_NANOS);
    }
    final List<String> others = List.copyOf(now.links().keySet());
    final Set<String> offered = new TreeSet<>();
    int turn = 0;
    while (!over && !(offered.containsAll(others) && counters.jams().containsAll(others))) {
      for (final String name : counters.all().keySet()) {
        final String to = others.get(turn++ % others.size());
        // One that is under way already is not offered again.
        if (context.units().send(counters.new Jammed(name), to)) {
          offered.add(to);
        }
      }
      LockSupport.parkNanos(WAIT_NANOS);
    }
    Files.writeString(context.input().outputs().resolve(JAMMED), "");
  }

  private void drive() {
    try {
      boolean jammed = false;
      for (int turn = 0; !over && !Files.exists(gate); turn++) {
        final Configuration now = present;
        if (now != null) {
          if (!jammed && now.workers().size() > 1 && Files.exists(jam)) {
            jammed = true;
            jam(now);
          }
          add(now, names.get(random.nextInt(names.size())));
          if (turn % MOVE_EVERY == 0) {
            move(now);
          }
        }
      }
      write();
      if (ends) {
        end();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | ExecutionException e) {
      failure = e;
      end();
    }
  }

  private void end() {
    done = true;
    final @Nullable SafePoints standing = points;
    if (standing != null) {
      standing.wake();
    }
  }

  /**
   * Looks for the counter at one member after the other; where it is under way, nothing is added.
   */
  private void add(Configuration now, String name) throws InterruptedException, ExecutionException {
    boolean added = counters.add(name);
    final List<Link> others = new ArrayList<>(now.links().values());
    for (int i = 0; i < others.size() && !added; i++) {
      added = ask(now, others.get(i), name);
    }
    if (added) {
      acknowledged.merge(name, 1L, Long::sum);
    } else {
      // All may stand still for a change.
      LockSupport.parkNanos(WAIT_NANOS);
    }
  }

  private boolean ask(Configuration now, Link other, String name)
      throws InterruptedException, ExecutionException {
    final byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    final long tag = ++number;
    final CompletableFuture<Boolean> answer = new CompletableFuture<>();
    asked.put(tag, answer);
    try {
      other.send(ADD, tag, now.workers().epoch(), Frame.buffer(bytes.length).put(bytes));
      return answer.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (IOException | TimeoutException e) {
      unknown.merge(name, 1L, Long::sum);
      return false;
    } finally {
      asked.remove(tag);
    }
  }

  private void asked(String from, Frame frame) {
    final String name = StandardCharsets.UTF_8.decode(frame.payload()).toString();
    final boolean added = counters.add(name);
    final Configuration now = present;
    final @Nullable Link back = now == null ? null : now.links().get(from);
    if (back != null) {
      answers.execute(() -> {
        try {
          back.send(ADDED, frame.tag(), frame.epoch(), Frame.buffer(1).put((byte) (added ? 1 : 0)));
        } catch (IOException e) {
          // Whoever asked has ended.
        }
      });
    }
  }

  private void answered(String from, Frame frame) {
    final @Nullable CompletableFuture<Boolean> waiting = asked.get(frame.tag());
    if (waiting != null) {
      waiting.complete(frame.payload().get() == 1);
    }
  }

  /** One moves, all others count on. */
  private void move(Configuration now) {
    final List<String> mine = List.copyOf(counters.all().keySet());
    final @Nullable List<String> only = staying;
    final List<String> others =
        now.links().keySet().stream().filter(to -> only == null || only.contains(to)).toList();
    if (mine.isEmpty() || others.isEmpty()) {
      return;
    }
    final String name = mine.get(random.nextInt(mine.size()));
    final String to = others.get(random.nextInt(others.size()));
    context.units().send(counters.new Leaving(name), to);
  }

  private void write() throws IOException {
    final List<String> lines = new ArrayList<>();
    lines.add("moved all " + counters.moved());
    acknowledged.forEach((name, count) -> lines.add("added " + name + " " + count));
    unknown.forEach((name, count) -> lines.add("unknown " + name + " " + count));
    final Path file = context.input().outputs().resolve("ledger.txt");
    Files.write(file.resolveSibling("ledger.new"), lines);
    Files.move(file.resolveSibling("ledger.new"), file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** A worker that leaves says what it has added. */
  @Override
  public void close() {
    over = true;
    try {
      driver.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    answers.shutdownNow();
  }
}
