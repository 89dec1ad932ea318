package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.Vacated;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A user and an agent in good order, who are answered in time whatever others do meanwhile. */
final class GoodPeople {
  private static final Duration BOUND = Duration.ofSeconds(5);

  /** Of what it took before anybody was bad: a machine that is busy otherwise is slow for all. */
  private static final int MOST_TIMES_SLOWER = 20;

  private static final Duration CALM_BOUND = Duration.ofSeconds(60);

  private static final long MOST_MEMORY_BYTES = 384L << 20;

  private final Rig rig;
  private final Identity user;
  private final ManagedChannel known;
  private final FakeAgent agent;
  private long said;
  private Duration bound = CALM_BOUND;

  private GoodPeople(Rig rig, Identity user, FakeAgent agent) {
    this.rig = rig;
    this.user = user;
    this.known = rig.channel(user);
    this.agent = agent;
  }

  static GoodPeople of(Rig rig, Identity admin) throws Exception {
    final Identity user = rig.enrol(rig.token(admin, "user"), "good").identity();
    final Identity node = rig.enrol(rig.token(admin, "node"), "good-node").identity();
    final FakeAgent agent =
        FakeAgent.connect(rig.channel(node), "good-run", List.of()).keepingInTouch();
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    final GoodPeople good = new GoodPeople(rig, user, agent);
    good.areAnswered();
    final long begun = System.nanoTime();
    good.areAnswered();
    final Duration calm = Duration.ofNanos(System.nanoTime() - begun);
    final Duration slow = calm.multipliedBy(MOST_TIMES_SLOWER);
    good.bound = slow.compareTo(BOUND) > 0 ? slow : BOUND;
    return good;
  }

  /** A user who was connected, one who comes now, and the agent are answered within the bound. */
  void areAnswered() throws InterruptedException {
    use(known);
    final ManagedChannel fresh = rig.channel(user);
    use(fresh);
    fresh.shutdownNow();
    beat();
  }

  /** What is left of all that was asked, by good and bad, fits into a small heap. */
  static void assertMemoryIsBounded() {
    System.gc();
    final long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    final long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    assertThat(heap + direct).isLessThan(MOST_MEMORY_BYTES);
  }

  private void use(ManagedChannel channel) {
    assertThat(grid(channel).listJobs(ListJobsRequest.getDefaultInstance())).isNotNull();
    final String job = grid(channel).submit(Rig.JACOBI).getJob();
    assertThat(grid(channel).cancel(JobRequest.newBuilder().setJob(job).build()).getState())
        .isEqualTo("cancelled");
  }

  private void beat() throws InterruptedException {
    final long number = ++said;
    final long asked = System.nanoTime();
    agent.say(
        AgentReport.newBuilder()
            .setSequence(number)
            .setVacated(Vacated.newBuilder().setWorker("none"))
            .build());
    agent.awaits("an acknowledgement", order -> order.getAcknowledged() >= number);
    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(bound);
  }

  private GridGrpc.GridBlockingStub grid(ManagedChannel channel) {
    return GridGrpc.newBlockingStub(channel)
        .withDeadlineAfter(bound.toMillis(), TimeUnit.MILLISECONDS);
  }
}
