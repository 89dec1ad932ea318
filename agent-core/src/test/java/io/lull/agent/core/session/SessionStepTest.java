package io.lull.agent.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Refresh;
import io.lull.protocol.wire.Refused;
import io.lull.protocol.wire.Vacated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionStepTest {
  private static final long START = 5_000_000_000L;

  private long now = START;
  private final List<SessionEffect> done = new ArrayList<>();
  private SessionStep step = step(1);

  private SessionStep step(int coordinators) {
    return new SessionStep(coordinators, 3, new SplittableRandom(1), now);
  }

  private List<SessionEffect> on(SessionEvent event) {
    final List<SessionEffect> effects = step.on(event, now);
    done.addAll(effects);
    return effects;
  }

  private List<SessionEffect> after(Duration time) {
    now += time.toNanos();
    return on(new SessionEvent.Time());
  }

  private static AgentOrder.Builder order() {
    return AgentOrder.newBuilder().setFence(3);
  }

  private static AgentOrder endWorker(String worker) {
    return order().setEndWorker(EndWorker.newBuilder().setWorker(worker)).build();
  }

  private static AgentOrder accepts(long heartbeatMillis, long leaseMillis) {
    return order()
        .setAccepted(
            Accepted.newBuilder().setHeartbeatMillis(heartbeatMillis).setLeaseMillis(leaseMillis))
        .build();
  }

  private static SessionEvent.Report report(String worker) {
    return new SessionEvent.Report(
        AgentReport.newBuilder().setVacated(Vacated.newBuilder().setWorker(worker)), true);
  }

  private static NodeStatus status(String state) {
    return NodeStatus.newBuilder().setState(state).build();
  }

  private long dialled() {
    final List<SessionEffect> effects = after(Duration.ZERO);
    return ((SessionEffect.Dial) effects.getLast()).connection();
  }

  private long accepted(long heartbeatMillis, long leaseMillis) {
    final long connection = dialled();
    on(new SessionEvent.Opened(connection));
    on(new SessionEvent.Greeted(connection, Hello.getDefaultInstance()));
    on(new SessionEvent.Heard(connection, accepts(heartbeatMillis, leaseMillis)));
    done.clear();
    return connection;
  }

  @Test
  void itGreetsWithTheGreatestFenceAndReportsOnceAccepted() {
    on(report("w1"));
    on(report("w2"));
    final long connection = dialled();
    assertThat(on(new SessionEvent.Opened(connection)))
        .containsExactly(new SessionEffect.AskHello(connection, 0, 3));
    final Hello hello = Hello.newBuilder().setIncarnation("a").build();
    assertThat(on(new SessionEvent.Greeted(connection, hello)))
        .containsExactly(
            new SessionEffect.Write(connection, AgentReport.newBuilder().setHello(hello).build()));
    assertThat(on(new SessionEvent.Writable(connection))).isEmpty();
    final List<SessionEffect> effects =
        on(new SessionEvent.Heard(connection, accepts(1000, 10_000)));
    assertThat(effects.getFirst()).isInstanceOf(SessionEffect.AcceptedBy.class);
    assertThat(written(effects)).containsExactly("1:w1");
    assertThat(on(report("w3")))
        .as("nothing is written that the connection would buffer")
        .isEmpty();
    assertThat(written(on(new SessionEvent.Writable(connection)))).containsExactly("2:w2");
    assertThat(written(on(new SessionEvent.Writable(connection)))).containsExactly("3:w3");
    assertThat(on(new SessionEvent.Writable(connection))).isEmpty();
  }

  @Test
  void anOldStreamsOrdersAreNotObeyed() {
    final long old = accepted(1000, 10_000);
    on(report("w1"));
    on(new SessionEvent.Redial());
    assertThat(done)
        .containsExactly(new SessionEffect.HangUp(old, false), new SessionEffect.Dial(old + 1, 0));
    done.clear();
    final long due = step.dueNanos();
    now += Duration.ofSeconds(1).toNanos();
    on(new SessionEvent.Heard(old, endWorker("w1")));
    on(new SessionEvent.Heard(old, accepts(50, 60_000)));
    on(
        new SessionEvent.Heard(
            old, order().setAcknowledged(1).setRefresh(Refresh.getDefaultInstance()).build()));
    on(new SessionEvent.Writable(old));
    on(new SessionEvent.Broken(old, "late", true));
    assertThat(done).isEmpty();
    assertThat(step.connected()).isFalse();
    assertThat(step.dueNanos()).isEqualTo(due);
    on(new SessionEvent.Opened(old + 1));
    on(new SessionEvent.Writable(old + 1));
    assertThat(written(on(new SessionEvent.Heard(old + 1, accepts(1000, 10_000)))))
        .as("what the old stream acknowledged is reported again")
        .containsExactly("1:w1");
  }

  @Test
  void anOrderOfAnOlderFenceIsIgnoredAndANewerFenceIsStoredFirst() {
    final long connection = accepted(1000, 10_000);
    assertThat(
            on(new SessionEvent.Heard(connection, endWorker("w1").toBuilder().setFence(2).build())))
        .containsExactly(new SessionEffect.StaleOrder(2, 3));
    final AgentOrder newer = endWorker("w1").toBuilder().setFence(4).build();
    assertThat(on(new SessionEvent.Heard(connection, newer)))
        .containsExactly(
            new SessionEffect.StoreFence(connection, 4), new SessionEffect.Deliver(newer));
    assertThat(on(new SessionEvent.Heard(connection, endWorker("w1"))))
        .containsExactly(new SessionEffect.StaleOrder(3, 4));
  }

  @Test
  void aFenceThatCouldNotBeStoredIsStoredBeforeTheNextOrderIsObeyed() {
    final long connection = accepted(1000, 10_000);
    final AgentOrder newer = endWorker("w1").toBuilder().setFence(4).build();
    on(new SessionEvent.Heard(connection, newer));
    assertThat(on(new SessionEvent.FenceNotStored(connection, "disk full")))
        .containsExactly(
            new SessionEffect.HangUp(connection, false), new SessionEffect.Lost(0, "disk full"));
    now = step.dueNanos();
    final long next = dialled();
    assertThat(on(new SessionEvent.Opened(next)))
        .containsExactly(new SessionEffect.AskHello(next, 0, 3));
    assertThat(on(new SessionEvent.Heard(next, newer)))
        .containsExactly(new SessionEffect.StoreFence(next, 4), new SessionEffect.Deliver(newer));
  }

  @Test
  void theLeaseEndsOnceAndNotBeforeItsTime() {
    final long connection = accepted(1000, 6_000);
    now += Duration.ofSeconds(2).toNanos();
    on(new SessionEvent.Heard(connection, endWorker("w1")));
    on(new SessionEvent.Broken(connection, "reset", false));
    final long ends = now + Duration.ofSeconds(6).toNanos();
    int leases = 0;
    while (now < ends + Duration.ofSeconds(20).toNanos()) {
      final long due = step.dueNanos();
      assertThat(due).as("time goes on").isGreaterThanOrEqualTo(now);
      now = due;
      final long ended =
          on(new SessionEvent.Time()).stream()
              .filter(SessionEffect.LeaseEnded.class::isInstance)
              .count();
      assertThat(ended == 1).isEqualTo(now >= ends && leases == 0);
      leases += (int) ended;
    }
    assertThat(leases).isEqualTo(1);
  }

  @Test
  void heartbeatsComeAtTheirPaceAndSilenceIsNoticed() {
    final long connection = accepted(1000, 0);
    for (int beat = 0; beat < 6; beat++) {
      assertThat(on(new SessionEvent.Time())).containsExactly(new SessionEffect.AskStatus());
      assertThat(after(Duration.ofMillis(999))).isEmpty();
      assertThat(step.dueNanos()).isEqualTo(now + Duration.ofMillis(1).toNanos());
      now = step.dueNanos();
    }
    assertThat(on(new SessionEvent.Time()))
        .containsExactly(
            new SessionEffect.HangUp(connection, false),
            new SessionEffect.Lost(0, "nothing received for 6000 ms"));
  }

  @Test
  void heartbeatsComeFasterWhileAGuestIsHere() {
    final long connection = dialled();
    on(new SessionEvent.Opened(connection));
    on(
        new SessionEvent.Heard(
            connection,
            order()
                .setAccepted(
                    Accepted.newBuilder().setHeartbeatMillis(100).setCalmHeartbeatMillis(5000))
                .build()));
    on(new SessionEvent.Time());
    assertThat(step.dueNanos()).isEqualTo(now + Duration.ofSeconds(5).toNanos());
    on(new SessionEvent.Status(status("running")));
    assertThat(step.dueNanos()).isEqualTo(now + Duration.ofMillis(100).toNanos());
  }

  @Test
  void oneThatDoesNotAnswerIsLeftForTheNext() {
    step = step(2);
    final long connection = dialled();
    on(new SessionEvent.Opened(connection));
    assertThat(after(SessionStep.ANSWER_DEADLINE.minusNanos(1))).isEmpty();
    assertThat(after(Duration.ofNanos(1)))
        .containsExactly(
            new SessionEffect.HangUp(connection, false),
            new SessionEffect.Unreachable(0, "it does not respond"));
    assertThat(on(new SessionEvent.Time()))
        .containsExactly(new SessionEffect.Dial(connection + 1, 1));
  }

  @Test
  void aRefusalForNowIsNoEndAndAFinalOneIs() {
    final long connection = dialled();
    final Refused refused = Refused.newBuilder().setWhy("not yet").build();
    on(new SessionEvent.Heard(connection, order().setRefused(refused).build()));
    assertThat(step.over()).isFalse();
    now = step.dueNanos();
    final long next = dialled();
    assertThat(
            on(
                new SessionEvent.Heard(
                    next, order().setRefused(refused.toBuilder().setFinal(true)).build())))
        .containsExactly(
            new SessionEffect.HangUp(next, false), new SessionEffect.Refused("not yet"));
    assertThat(step.over()).isTrue();
    assertThat(step.dueNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(after(Duration.ofHours(1))).isEmpty();
  }

  @Test
  void aRedialDuringTheGreetingWaitsForTheAnswer() {
    final long connection = dialled();
    assertThat(on(new SessionEvent.Redial())).isEmpty();
    assertThat(on(new SessionEvent.Heard(connection, accepts(1000, 0))))
        .endsWith(
            new SessionEffect.HangUp(connection, false), new SessionEffect.Dial(connection + 1, 0));
    assertThat(on(new SessionEvent.Close()))
        .containsExactly(new SessionEffect.HangUp(connection + 1, true));
    assertThat(step.over()).isTrue();
  }

  @Test
  void aReportThatDoesNotFitIsSaidToBeLost() {
    for (int i = 0; i < ReportQueue.MAX_WAITING + ReportQueue.RESERVE; i++) {
      assertThat(on(report("w"))).isEmpty();
    }
    assertThat(on(report("w")))
        .containsExactly(new SessionEffect.NotKept(ReportQueue.MAX_WAITING + ReportQueue.RESERVE));
  }

  /** A coordinator that acknowledges what it has heard; the line is cut at every message. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7})
  void whereverTheLineIsCutEveryReportArrivesOnceAndInOrder(int cutEvery) {
    final List<Long> arrived = new ArrayList<>();
    long durable = 0;
    int messages = 0;
    int reported = 0;
    long connection = dialled();
    boolean open = false;
    for (int round = 0; round < 400; round++) {
      final List<SessionEffect> effects = new ArrayList<>();
      if (round % 4 == 0 && reported < 50) {
        effects.addAll(on(report("w" + reported++)));
      }
      if (!step.connected() && !open) {
        open = true;
        on(new SessionEvent.Opened(connection));
        effects.addAll(on(new SessionEvent.Heard(connection, accepts(1000, 0))));
      }
      effects.addAll(on(new SessionEvent.Writable(connection)));
      for (final SessionEffect effect : effects) {
        if (effect instanceof SessionEffect.Write write) {
          final boolean lost = ++messages % (2 * cutEvery) == 0;
          final long sequence = write.report().getSequence();
          if (!lost && sequence > durable) {
            assertThat(sequence).isEqualTo(durable + 1);
            durable = sequence;
            arrived.add(sequence);
          }
          final boolean answerLost = messages % (2 * cutEvery + 1) == 0;
          if (!lost && !answerLost) {
            on(
                new SessionEvent.Heard(
                    connection,
                    order()
                        .setAcknowledged(durable)
                        .setRefresh(Refresh.getDefaultInstance())
                        .build()));
          }
          if (lost || answerLost) {
            on(new SessionEvent.Broken(connection, "cut", false));
            now = step.dueNanos();
            connection = dialled();
            open = false;
            break;
          }
        }
      }
    }
    assertThat(arrived).hasSize(50).doesNotHaveDuplicates().isSorted();
  }

  private static List<String> written(List<SessionEffect> effects) {
    return effects.stream()
        .filter(SessionEffect.Write.class::isInstance)
        .map(SessionEffect.Write.class::cast)
        .map(write -> write.report().getSequence() + ":" + write.report().getVacated().getWorker())
        .toList();
  }
}
