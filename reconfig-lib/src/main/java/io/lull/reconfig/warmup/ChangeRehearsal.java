package io.lull.reconfig.warmup;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Reconfigure;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.transfer.TransferEngine;
import io.lull.reconfig.transfer.TransferReceiver;
import io.lull.reconfig.worker.ChangePlan;
import io.lull.reconfig.worker.Space;
import io.lull.reconfig.worker.WarmUp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * A worker plays changes of configuration with itself when it starts: two workers of a small grid
 * in this process, which hand its halves to and fro. A fresh Java interprets what it has not run
 * often, and encrypts a fraction of what the network carries; without this the first owner who
 * comes back, and every worker of the job, would wait for the compiler.
 */
public final class ChangeRehearsal {
  /** Half of it, a mebibyte, moves in each change. */
  private static final Extents GRID = Extents.of(512, 512);

  /** Enough for the compiler; more would only be work. */
  static final int CHANGES = 32;

  /** Where a processor is slow, or busy with other things, a change does not wait for all of it. */
  public static final Duration LONGEST = Duration.ofSeconds(2);

  private static final long DEADLINE_MILLIS = 10_000;

  /** One of the two. */
  private static final class Side implements AutoCloseable {
    private final Space space;
    private final Links links;
    private final TransferEngine engine;
    private final Member member;
    private final TransferReceiver receiver;

    Side(String name, Links like, KernelThreads threads, Clock clock) throws IOException {
      space = new Space(Map.of(), List.of(), threads);
      space.doubleGrid("rehearsal", GRID, Halo.of(1));
      space.declared();
      receiver = new TransferReceiver(clock);
      links = like.twin(name, receiver);
      engine = new TransferEngine(name, links, receiver, clock);
      member =
          Member.newBuilder()
              .setWorker(name)
              .setHost(links.host())
              .setPort(links.port())
              .setWeight(1)
              .build();
    }

    /** True: it has its part of the new configuration. */
    boolean carryOut(Reconfigure order) throws InterruptedException {
      final ChangePlan change = ChangePlan.of(order, space.state());
      final TransferEngine.Outcome outcome =
          engine.carryOut(
              change.transfers(
                  // No piece is read: all changes are live.
                  member.getWorker(), space.state(), Path.of(""), space.replicated()));
      if (outcome.failure() != null) {
        return false;
      }
      space.commit(change.plan(), member.getWorker(), null);
      return true;
    }

    @Override
    public void close() {
      links.close();
      space.state().drop();
    }
  }

  private ChangeRehearsal() {}

  /**
   * @param atMost zero: there is none
   */
  public static WarmUp lasting(Duration atMost) {
    return atMost.isPositive()
        ? (state, links, clock, wanted) -> {
          ChangePlan.rehearse(state);
          run(links, clock, atMost, wanted);
        }
        : WarmUp.NONE;
  }

  /**
   * On the caller's thread, which is to be one that nobody waits for.
   *
   * @param like the worker's own links: these are made as they are
   * @param wanted asked after each change
   * @return how many changes there were; fewer than {@link #CHANGES} when there was no time, or
   *     something was in the way, which is no harm: the job's own change will say what
   */
  static int run(Links like, Clock clock, Duration atMost, BooleanSupplier wanted) {
    final long end = clock.nanos() + atMost.toNanos();
    int changes = 0;
    try (KernelThreads threads = new KernelThreads(() -> 1);
        Side one = new Side("one", like, threads, clock);
        Side two = new Side("two", like, threads, clock);
        ExecutorService second =
            Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("rehearsal's other side").factory())) {
      final List<List<Member>> configurations =
          List.of(
              List.of(one.member, two.member),
              List.of(two.member),
              List.of(two.member, one.member),
              List.of(one.member));
      Reconfigure order =
          order(1, List.of(one.member)).setFresh(Fresh.getDefaultInstance()).build();
      boolean done = one.carryOut(order);
      Layout layout = ChangePlan.of(order, one.space.state()).layout();
      while (done && changes < CHANGES && clock.nanos() < end && wanted.getAsBoolean()) {
        order =
            order(changes + 2, configurations.get(changes % configurations.size()))
                .setLive(Live.newBuilder().setLayout(layout))
                .build();
        final Reconfigure heard = Reconfigure.parseFrom(order.toByteArray());
        layout = ChangePlan.of(heard, one.space.state()).layout();
        final Future<Boolean> other = second.submit(() -> two.carryOut(heard));
        done = one.carryOut(heard) && other.get();
        changes++;
      }
    } catch (IOException | ExecutionException | OutOfMemoryError e) {
      // What was rehearsed until then helps all the same.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return changes;
  }

  private static Reconfigure.Builder order(long epoch, List<Member> members) {
    return Reconfigure.newBuilder()
        .setEpoch(epoch)
        .addAllMembers(members)
        .setDeadlineMillis(DEADLINE_MILLIS);
  }
}
