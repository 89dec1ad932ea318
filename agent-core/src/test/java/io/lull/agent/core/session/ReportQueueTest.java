package io.lull.agent.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Vacated;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ReportQueueTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private final ReportQueue queue = new ReportQueue();

  @Test
  void reportsAreNumberedAndSentOnceInOrder() {
    add("a");
    add("b");
    assertThat(sent()).containsExactly("1:a", "2:b");
    add("c");
    assertThat(sent()).containsExactly("3:c");
    assertThat(sent()).isEmpty();
  }

  @Test
  void afterAReconnectionWhatIsNotAcknowledgedIsSentAgain() {
    add("a");
    add("b");
    add("c");
    sent();
    queue.acknowledged(1);
    queue.startOver();
    assertThat(sent()).containsExactly("2:b", "3:c");
    queue.acknowledged(3);
    queue.startOver();
    assertThat(sent()).isEmpty();
    add("d");
    assertThat(sent()).containsExactly("4:d");
  }

  @Test
  void ofWhatMayBeLostOnlyTheNewestIsSentAndNeverAgain() {
    queue.replace("status", status("one"));
    queue.replace("status", status("two"));
    assertThat(sent()).containsExactly("0:two");
    queue.startOver();
    assertThat(sent()).isEmpty();
    queue.replace("status", status("three"));
    queue.startOver();
    assertThat(sent()).isEmpty();
  }

  @Test
  void itIsBoundedAndKeepsRoomForEnds() {
    for (int i = 0; i < ReportQueue.MAX_WAITING; i++) {
      assertThat(add("x")).isTrue();
    }
    assertThat(add("x")).isFalse();
    for (int i = 0; i < ReportQueue.RESERVE; i++) {
      assertThat(queue.add(vacated("end"), true)).isTrue();
    }
    assertThat(queue.add(vacated("end"), true)).isFalse();
    queue.acknowledged(Long.MAX_VALUE);
    assertThat(add("x")).isTrue();
  }

  @Test
  void whateverBreaksEachReportArrivesAndNewOnesInOrder() {
    final RandomGenerator random = seed.random();
    final List<Long> arrived = new ArrayList<>();
    long taken = 0;
    int added = 0;
    for (int i = 0; i < 5000; i++) {
      switch (random.nextInt(5)) {
        case 0 -> {
          add("r" + added);
          added++;
        }
        case 1 -> queue.acknowledged(taken == 0 ? 0 : random.nextLong(taken + 1));
        case 2 -> {
          if (random.nextInt(10) == 0) {
            queue.startOver();
          }
        }
        default -> {
          final AgentReport next = queue.next();
          // The line breaks now and then, and what was sent last is not heard.
          if (next != null && random.nextInt(20) == 0) {
            queue.startOver();
          } else if (next != null && next.getSequence() > taken) {
            taken = next.getSequence();
            arrived.add(taken);
          }
        }
      }
    }
    for (AgentReport next = queue.next(); next != null; next = queue.next()) {
      if (next.getSequence() > taken) {
        taken = next.getSequence();
        arrived.add(taken);
      }
    }
    assertThat(arrived).hasSize(added).isSorted().doesNotHaveDuplicates();
  }

  private boolean add(String worker) {
    return queue.add(vacated(worker), false);
  }

  private static AgentReport.Builder vacated(String worker) {
    return AgentReport.newBuilder().setVacated(Vacated.newBuilder().setWorker(worker));
  }

  private static AgentReport.Builder status(String reason) {
    return AgentReport.newBuilder().setStatus(NodeStatus.newBuilder().setReason(reason));
  }

  private List<String> sent() {
    final List<String> sent = new ArrayList<>();
    for (AgentReport next = queue.next(); next != null; next = queue.next()) {
      sent.add(
          next.getSequence()
              + ":"
              + (next.hasStatus() ? next.getStatus().getReason() : next.getVacated().getWorker()));
    }
    return sent;
  }
}
