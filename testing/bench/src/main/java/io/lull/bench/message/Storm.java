package io.lull.bench.message;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.message.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Tasks on several workers, in one process and with real connections, which send each other
 * messages while all of them are ordered to move all the time.
 *
 * @param tasks that send
 * @param workers that they are on
 * @param moves that are to be made
 * @param seed of all that is random
 * @param network between the workers
 */
record Storm(int tasks, int workers, int moves, long seed, Network network) {
  /** Moves are ordered so often. */
  private static final Duration ORDERS = Duration.ofMillis(1);

  private static final Duration FREEZE_EVERY = Duration.ofMillis(300);
  private static final Duration FREEZE = Duration.ofMillis(150);

  /** A storm that is not over by then has lost something. */
  private static final Duration LONGEST = Duration.ofMinutes(20);

  private static final long SLOW_BYTES_PER_SECOND = 1_000_000;

  /** About every second round of a task finds it ordered to move, and free to. */
  private static final int ROUNDS_PER_MOVE = 3;

  private static final int MORE_ROUNDS = 50;

  /** What is between the workers. */
  enum Network {
    PLAIN,
    TLS,
    /** One worker after the other hears nothing for a while. */
    FROZEN,
    /** One worker may send and receive a megabyte a second. */
    SLOW
  }

  /**
   * What came of it.
   *
   * @param together moves while a partner of the same round was under way
   * @param chains moves at the first safe point after another one
   */
  record Outcome(StormLedger ledger, long moves, long together, long chains, double seconds) {}

  /** Runs it to its end. */
  Outcome run(PeerSecurity security) throws IOException, InterruptedException {
    final StormTraffic traffic =
        new StormTraffic(seed, tasks, (long) ROUNDS_PER_MOVE * moves / tasks + MORE_ROUNDS);
    RoundBoard.SHARED.clear();
    final MoveCounts counts = new MoveCounts(traffic, RoundBoard.SHARED);
    final CompletableFuture<Void> end = new CompletableFuture<>();
    final List<TaskWorker> all = new ArrayList<>();
    try {
      for (int i = 0; i < workers; i++) {
        all.add(
            new TaskWorker(
                "w" + (i + 1),
                tasks,
                security,
                List.of(StormTraffic.class),
                counts::counting,
                () -> look(all, end),
                why -> end.completeExceptionally(new IOException(why))));
      }
      final long begun = SystemClock.INSTANCE.nanos();
      enter(all, traffic);
      if (network == Network.SLOW) {
        all.getLast().allow(SLOW_BYTES_PER_SECOND);
      }
      final Thread driver = Thread.ofPlatform().name("storm").start(() -> drive(all, counts, end));
      await(end);
      driver.join();
      final double seconds = (SystemClock.INSTANCE.nanos() - begun) / 1e9;
      return new Outcome(ledger(all), counts.moves(), counts.together(), counts.chains(), seconds);
    } finally {
      end.complete(null);
      all.forEach(TaskWorker::close);
    }
  }

  private static void look(List<TaskWorker> all, CompletableFuture<Void> end) {
    for (final TaskWorker worker : all) {
      worker
          .host()
          .failure()
          .ifPresent(failure ->
              end.completeExceptionally(
                  new IllegalStateException("task " + failure.task(), failure.cause())));
    }
    if (all.stream().allMatch(worker -> worker.host().haveAllEnded())) {
      end.complete(null);
    }
  }

  private void enter(List<TaskWorker> all, StormTraffic traffic)
      throws IOException, InterruptedException {
    final Map<Long, String> places = new HashMap<>();
    for (long task = 0; task < tasks; task++) {
      places.put(task, all.get((int) (task * workers / tasks)).name());
    }
    final Map<String, TaskWorker.Address> addresses = new HashMap<>();
    all.forEach(worker -> addresses.put(worker.name(), worker.address()));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      final List<Future<Boolean>> entered = new ArrayList<>();
      for (final TaskWorker worker : all) {
        entered.add(
            threads.submit(() -> {
              final Map<String, TaskWorker.Address> others = new HashMap<>(addresses);
              others.remove(worker.name());
              worker.enter(others, places, _ -> new StormTask(traffic));
              return true;
            }));
      }
      for (final Future<Boolean> each : entered) {
        final boolean _ = each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("the workers could not meet: " + e.getCause(), e);
    }
  }

  /** Orders moves until there have been enough, or all is over. */
  private void drive(List<TaskWorker> all, MoveCounts counts, CompletableFuture<Void> end) {
    final SplittableRandom random = new SplittableRandom(seed);
    long frozen = SystemClock.INSTANCE.nanos();
    while (!end.isDone() && counts.moves() < moves) {
      for (final TaskWorker worker : all) {
        final Map<Long, String> to = new HashMap<>();
        for (final long task : worker.tasksHere()) {
          final TaskWorker other = all.get(random.nextInt(workers));
          if (other != worker) {
            to.put(task, other.name());
          }
        }
        worker.host().move(to);
      }
      if (network == Network.FROZEN
          && SystemClock.INSTANCE.nanos() - frozen > FREEZE_EVERY.toNanos()) {
        all.get(random.nextInt(workers)).freeze(FREEZE);
        frozen = SystemClock.INSTANCE.nanos();
      }
      LockSupport.parkNanos(ORDERS.toNanos());
    }
  }

  private static void await(CompletableFuture<Void> end) throws IOException, InterruptedException {
    try {
      end.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException("the storm has not ended after " + LONGEST.toMinutes() + " min", e);
    } catch (ExecutionException e) {
      throw new IOException("the storm failed: " + e.getCause(), e);
    }
  }

  private static StormLedger ledger(List<TaskWorker> all) throws IOException {
    for (final TaskWorker worker : all) {
      final Optional<Task> root = worker.host().root();
      if (root.isPresent() && root.get() instanceof StormTask first) {
        return first.ledger();
      }
    }
    throw new IOException("the first task is on no worker");
  }
}
