package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.CopyChoice;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Met;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.state.PreCopyRule;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.transfer.PreCopy;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
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
  private final PreCopy preCopy;
  private final DueOrders orders;
  private final Reports reports;
  private final Clock clock;
  private final Thread rehearsal;
  private volatile WarmUp warmUp = WarmUp.NONE;

  /** A change that moves data is under way: it warms itself, and needs the processor. */
  private volatile boolean performing;

  private volatile @Nullable Foreseen foreseen;

  /**
   * @param orders what is to be seen to by the program's thread
   */
  ChangePrefetch(
      String self,
      WorkerProgram program,
      Links links,
      PreCopy preCopy,
      DueOrders orders,
      Reports reports,
      Clock clock) {
    this.self = self;
    this.program = program;
    this.links = links;
    this.preCopy = preCopy;
    this.orders = orders;
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

  /** Until all was done that {@link #warmUp} does: it ends by itself. */
  void awaitWarmUp() throws InterruptedException {
    rehearsal.join();
  }

  /** What is copied before the change that is to come. */
  PreCopy preCopy() {
    return preCopy;
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
      final Map<String, Link> linked = new HashMap<>();
      for (final Member peer : foresee(order)) {
        final String obstacle = link(peer, deadline, linked);
        if (!obstacle.isEmpty()) {
          met.setUnreached(obstacle);
        }
      }
      copy(order, linked, deadline);
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

  /** Copies what is worth it to those who join, and waits until that is over. */
  private void copy(Meet order, Map<String, Link> linked, long deadline)
      throws InterruptedException {
    final @Nullable Foreseen ahead = foreseen;
    if (order.getCopy() == CopyChoice.COPY_NOTHING
        || ahead == null
        || !ahead.meeting().equals(order)) {
      return;
    }
    final Set<String> holders =
        order.getLayout().getMembersList().stream()
            .map(Member::getWorker)
            .collect(Collectors.toSet());
    if (!preCopy.meet(order.getMeeting(), ahead.plan(), self, holders, linked)) {
      return;
    }
    if (preCopy.isWorthIt(order.getMeeting(), program.state(), rule(order))) {
      reports.send(
          WorkerReport.newBuilder()
              .setMet(Met.newBuilder().setMeeting(order.getMeeting()).setCopying(true)));
      orders.add(WorkerOrder.newBuilder().setMeet(order).build(), 0);
    } else {
      preCopy.giveUp();
    }
    preCopy.await(
        order.getMeeting(),
        deadline,
        deadline + TimeUnit.MILLISECONDS.toNanos(order.getCopyMillis()));
  }

  /** The program's thread has come to where its state is whole, or it has none. */
  void startCopying(Meet order) {
    preCopy.start(order.getMeeting(), program.state(), rule(order));
  }

  private PreCopyRule rule(Meet order) {
    return order.getCopy() == CopyChoice.COPY_EVERYTHING
        ? new PreCopyRule.Everything()
        : new PreCopyRule.SeldomWritten(program.safePoints().sinceEntry());
  }

  /**
   * @param linked takes the link
   * @return what is in the way
   */
  private String link(Member peer, long deadline, Map<String, Link> linked)
      throws InterruptedException {
    try {
      linked.put(
          peer.getWorker(),
          links.to(
              peer.getWorker(),
              peer.getHost(),
              peer.getPort(),
              ANY_EPOCH,
              WaitLimit.until(deadline)));
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
