package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Met;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.state.StatePlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Prepares a change of configuration while the program still computes: its plan, links to the
 * peers, and compiled code. At the safe point only the data is left to move.
 */
final class ChangePrefetch {
  /** Data has not been lost, so any link will do. */
  private static final long ANY_EPOCH = 0;

  /** A plan for the members of a meeting, from the layout that it named. */
  private record Foreseen(Meet meeting, StatePlan plan) {
    boolean fits(Reconfigure order) {
      return order.hasLive()
          && order.getLive().getLayout().equals(meeting.getLayout())
          && order.getMembersList().equals(meeting.getMembersList());
    }
  }

  private final String self;
  private final WorkerProgram program;
  private final Links links;
  private final Reports reports;
  private final Clock clock;
  private final Thread rehearsal;
  private volatile WarmUp warmUp = WarmUp.NONE;

  /** A change that moves data is under way: it warms itself, and needs the processor. */
  private volatile boolean performing;

  private volatile @Nullable Foreseen foreseen;

  ChangePrefetch(String self, WorkerProgram program, Links links, Reports reports, Clock clock) {
    this.self = self;
    this.program = program;
    this.links = links;
    this.reports = reports;
    this.clock = clock;
    this.rehearsal =
        Thread.ofPlatform()
            .daemon()
            .name("rehearsal")
            .unstarted(() -> warmUp.run(program.state(), links, clock, () -> !performing));
  }

  /** Beside whatever goes on, once. */
  void warmUp(WarmUp how) {
    warmUp = how;
    rehearsal.start();
  }

  /** Sees to a change that may come, on a thread of its own, and says so. Any thread. */
  void meet(Meet order) {
    Thread.ofPlatform().daemon().name("meeting").start(() -> hold(order));
  }

  private void hold(Meet order) {
    final long deadline = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(order.getDeadlineMillis());
    final Met.Builder met = Met.newBuilder().setMeeting(order.getMeeting());
    try {
      final CompletableFuture<Void> ready =
          program
              .model()
              .meeting(order.getMembersList().stream().map(Member::getWorker).toList())
              .toCompletableFuture();
      for (final Member peer : foresee(order)) {
        final String obstacle = link(peer, deadline);
        if (!obstacle.isEmpty()) {
          met.setUnreached(obstacle);
        }
      }
      rehearsal.join(Duration.ofNanos(Math.max(1, deadline - clock.nanos())));
      ready.get(Math.max(0, deadline - clock.nanos()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // What the program has not done by now, the change itself does.
    } catch (ExecutionException e) {
      met.setUnreached("worker " + self + " is not ready for the change: " + e.getCause());
    } catch (IllegalArgumentException e) {
      // What speaks against the change is said when it is ordered.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reports.send(WorkerReport.newBuilder().setMet(met));
  }

  /**
   * @return whom this worker will have to be linked with
   */
  private List<Member> foresee(Meet order) {
    final Reconfigure change =
        Reconfigure.newBuilder()
            .addAllMembers(order.getMembersList())
            .setLive(Live.newBuilder().setLayout(order.getLayout()))
            .build();
    if (program.state().plansFromUnits()) {
      return ChangePlan.others(change, self);
    }
    final ChangePlan ahead = ChangePlan.of(change, program.state());
    foreseen = new Foreseen(order, ahead.plan());
    return ahead.peersOf(self).stream().map(ahead::member).toList();
  }

  private String link(Member peer, long deadline) throws InterruptedException {
    try {
      links.to(
          peer.getWorker(), peer.getHost(), peer.getPort(), ANY_EPOCH, WaitLimit.until(deadline));
      return "";
    } catch (IOException e) {
      return "worker " + self + " cannot reach worker " + peer.getWorker() + ": " + e.getMessage();
    }
  }

  /**
   * The change that was ordered, with the plan made for it before, if one was.
   *
   * @throws IllegalArgumentException when the order cannot be planned
   */
  ChangePlan change(Reconfigure order) {
    performing |= !order.hasFresh();
    final @Nullable Foreseen ahead = foreseen;
    return ahead != null && ahead.fits(order)
        ? ChangePlan.of(order, ahead.plan())
        : ChangePlan.of(order, program.state());
  }
}
