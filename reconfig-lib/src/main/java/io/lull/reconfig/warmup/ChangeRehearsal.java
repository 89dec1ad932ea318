package io.lull.reconfig.warmup;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.transfer.TransferEngine;
import io.lull.reconfig.transfer.TransferReceiver;
import io.lull.reconfig.worker.ChangePlan;
import io.lull.reconfig.worker.WarmUp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A worker plays changes of configuration with itself when it starts: two workers with a small
 * state in this process, which hand its halves to and fro. A fresh Java interprets what it has not
 * run often, and encrypts a fraction of what the network carries; without this the first owner who
 * comes back, and every worker of the job, would wait for the compiler.
 */
public final class ChangeRehearsal {
  /** Enough for the compiler; more would only be work. */
  static final int CHANGES = 32;

  /** Where a processor is slow, or busy with other things, a change does not wait for all of it. */
  public static final Duration LONGEST = Duration.ofSeconds(2);

  private static final long DEADLINE_MILLIS = 10_000;

  /** One of the two. */
  private static final class Side implements AutoCloseable {
    private final DistributedState state;
    private final Links links;
    private final TransferEngine engine;
    private final Member member;
    private final TransferReceiver receiver;

    Side(String name, Links like, DistributedState state, Clock clock) throws IOException {
      this.state = state;
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
      final ChangePlan change = ChangePlan.of(order, state);
      final TransferEngine.Outcome outcome =
          engine.carryOut(
              change.transfers(
                  // No piece is read: all changes are live.
                  member.getWorker(), state, Path.of(""), ReplicatedState.getDefaultInstance()));
      if (outcome.failure() != null) {
        return false;
      }
      state.commit(change.plan(), member.getWorker());
      return true;
    }

    @Override
    public void close() {
      links.close();
      state.drop();
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
   * @param states makes the state of one of the two
   * @param like the worker's own links: these are made as they are
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
    try (Side one = new Side("one", like, states.get(), clock);
        Side two = new Side("two", like, states.get(), clock);
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
      Layout layout = ChangePlan.of(order, one.state).layout();
      while (done && changes < CHANGES && clock.nanos() < end && wanted.getAsBoolean()) {
        order =
            order(changes + 2, configurations.get(changes % configurations.size()))
                .setLive(Live.newBuilder().setLayout(layout))
                .build();
        final Reconfigure heard = Reconfigure.parseFrom(order.toByteArray());
        layout = ChangePlan.of(heard, one.state).layout();
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
