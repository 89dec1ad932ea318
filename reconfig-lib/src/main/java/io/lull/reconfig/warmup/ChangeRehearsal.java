package io.lull.reconfig.warmup;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.worker.ChangePlan;
import io.lull.reconfig.worker.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A worker plays changes of configuration with itself when it starts: two complete workers with a
 * small state in this process, one of which joins, hands parts of its state to and fro, and leaves.
 * A fresh Java interprets what it has not run often, links each call site at its first call, and
 * encrypts a fraction of what the network carries; without this the first owner who comes back, and
 * every worker of the job, would wait for it.
 */
public final class ChangeRehearsal {
  /** Enough for the compiler; more would only be work. */
  static final int CHANGES = 32;

  /** Where a processor is slow, or busy with other things, a change does not wait for all of it. */
  public static final Duration LONGEST = Duration.ofMillis(500);

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private static final List<Double> FIRST = List.of(1.0);

  /**
   * The weights of the workers in each change but the first: one joins, and leaves at last. Between
   * the two, half of the state goes to and fro.
   */
  private static final List<List<Double>> WEIGHTS =
      List.of(
          List.of(1.0, 1.0),
          List.of(1.0, 3.0),
          List.of(3.0, 1.0),
          List.of(1.0, 3.0),
          List.of(3.0, 1.0),
          List.of(1.0, 3.0),
          List.of(3.0, 1.0),
          FIRST);

  /** The job of a rehearsal, with this as its coordinator. */
  private static final class Job implements AutoCloseable {
    private final Supplier<DistributedState> states;
    private final Links like;
    private final Clock clock;
    private final Map<String, RehearsalWorker> workers = new LinkedHashMap<>();
    private Layout layout = Layout.getDefaultInstance();
    private long epoch;
    private int started;

    Job(Supplier<DistributedState> states, Links like, Clock clock) {
      this.states = states;
      this.like = like;
      this.clock = clock;
    }

    /** The configuration becomes that of so many workers with these weights. */
    void change(List<Double> weights) throws IOException, InterruptedException {
      while (workers.size() < weights.size()) {
        final RehearsalWorker worker =
            new RehearsalWorker("rehearsal" + ++started, like, states.get(), clock);
        workers.put(worker.name(), worker);
        worker.ready(DEADLINE);
      }
      epoch++;
      final List<RehearsalWorker> next = new ArrayList<>();
      final List<Member> members = new ArrayList<>();
      for (final RehearsalWorker worker : workers.values()) {
        if (next.size() < weights.size()) {
          members.add(worker.member(weights.get(next.size())));
          next.add(worker);
        }
      }
      final Reconfigure.Builder order =
          Reconfigure.newBuilder()
              .setEpoch(epoch)
              .addAllMembers(members)
              .setDeadlineMillis(DEADLINE.toMillis());
      if (layout.getMembersCount() == 0) {
        order.setFresh(Fresh.getDefaultInstance());
      } else {
        order.setLive(Live.newBuilder().setLayout(layout).setSafePoint(propose()));
      }
      layout = prepare(order);
      proceed(next);
    }

    private long propose() throws IOException, InterruptedException {
      final List<RehearsalWorker> present =
          layout.getMembersList().stream().map(member -> workers.get(member.getWorker())).toList();
      tell(present, WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(epoch)));
      long safePoint = 0;
      for (final RehearsalWorker worker : present) {
        safePoint =
            Math.max(
                safePoint,
                worker
                    .await(WorkerReport::hasAtSafePoint, DEADLINE)
                    .getAtSafePoint()
                    .getSafePoint());
      }
      return safePoint;
    }

    private Layout prepare(Reconfigure.Builder order) throws IOException, InterruptedException {
      tell(workers.values(), WorkerOrder.newBuilder().setReconfigure(order));
      Layout planned = layout;
      for (final RehearsalWorker worker : workers.values()) {
        final Prepared prepared = worker.await(WorkerReport::hasPrepared, DEADLINE).getPrepared();
        if (!prepared.getMissing().isEmpty()) {
          throw new IOException(prepared.getMissing());
        }
        planned = prepared.getLayout();
      }
      return planned;
    }

    private void proceed(List<RehearsalWorker> next) throws IOException, InterruptedException {
      tell(
          workers.values(),
          WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(epoch)));
      for (final RehearsalWorker worker : List.copyOf(workers.values())) {
        if (next.contains(worker)) {
          worker.await(WorkerReport::hasResumed, DEADLINE);
        } else {
          worker.await(WorkerReport::hasLeft, DEADLINE);
          workers.remove(worker.name());
          worker.close();
        }
      }
    }

    private static void tell(Iterable<RehearsalWorker> workers, WorkerOrder.Builder order)
        throws IOException {
      for (final RehearsalWorker worker : workers) {
        worker.tell(order);
      }
    }

    @Override
    public void close() {
      workers.values().forEach(RehearsalWorker::close);
    }
  }

  private ChangeRehearsal() {}

  /**
   * @param states makes small states of the program's kind; empty: there is no rehearsal
   * @param atMost zero: there is none
   */
  public static WarmUp lasting(Optional<Supplier<DistributedState>> states, Duration atMost) {
    return states
        .filter(_ -> atMost.isPositive())
        .<WarmUp>map(small ->
            (state, links, clock, wanted) -> {
              ChangePlan.rehearse(state);
              run(small, links, clock, atMost, wanted);
            })
        .orElse(WarmUp.NONE);
  }

  /**
   * On the caller's thread, which is to be one that nobody waits for.
   *
   * @param states makes the state of one worker
   * @param like the worker's own links: those of the rehearsal are made as they are
   * @param wanted asked after each change
   * @return how many changes there were; fewer than {@link #CHANGES} when there was no time, or
   *     something was in the way, which is no harm: the job's own change will say what
   */
  static int run(
      Supplier<DistributedState> states,
      Links like,
      Clock clock,
      Duration atMost,
      BooleanSupplier wanted) {
    final long end = clock.nanos() + atMost.toNanos();
    int changes = 0;
    try (Job job = new Job(states, like, clock)) {
      job.change(FIRST);
      while (changes < CHANGES && clock.nanos() < end && wanted.getAsBoolean()) {
        job.change(WEIGHTS.get(changes % WEIGHTS.size()));
        changes++;
      }
    } catch (IOException | OutOfMemoryError e) {
      // What was rehearsed until then helps all the same.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return changes;
  }
}
