package io.lull.reconfig.message.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tasks that wait for each other. */
final class WaitCycleTest {
  private final WaitCycle cycle = new WaitCycle();

  private static WaitingTask receives(long task, long from, long serial) {
    return new WaitingTask(task, serial, false, from, 7, 0, Map.of());
  }

  private void reportTwice(WaitingTask... all) {
    for (int i = 0; i < 2; i++) {
      for (final WaitingTask each : all) {
        cycle.report(each);
      }
    }
  }

  @Test
  void aCircleIsNamed() {
    reportTwice(receives(1, 2, 0), receives(2, 3, 0), receives(3, 1, 0), receives(4, 1, 0));
    assertThat(cycle.find())
        .extracting(WaitingTask::toString)
        .containsExactlyInAnyOrder(
            "task 1 waits to receive from task 2 with tag 7",
            "task 2 waits to receive from task 3 with tag 7",
            "task 3 waits to receive from task 1 with tag 7");
  }

  @Test
  void whoIsSeenOnceMayHaveGoneOn() {
    cycle.report(receives(1, 2, 0));
    cycle.report(receives(2, 1, 0));
    assertThat(cycle.find()).isEmpty();
    cycle.report(receives(1, 2, 1));
    cycle.report(receives(2, 1, 0));
    assertThat(cycle.find()).isEmpty();
    cycle.report(receives(1, 2, 1));
    cycle.report(receives(2, 1, 0));
    assertThat(cycle.find()).hasSize(2);
  }

  @Test
  void aMessageThatIsUnderWayBreaksACircle() {
    reportTwice(receives(1, 2, 0), new WaitingTask(2, 0, false, 1, 7, 0, Map.of(1L, 1L)));
    assertThat(cycle.find()).isEmpty();
  }

  @Test
  void whoWaitsForATaskThatComputesIsInNoCircle() {
    reportTwice(receives(1, 2, 0), receives(2, 5, 0));
    assertThat(cycle.find()).isEmpty();
  }

  @Test
  void sendersThatWaitForRoomAreInCirclesToo() {
    reportTwice(
        new WaitingTask(1, 0, true, 2, 7, 0, Map.of()),
        new WaitingTask(2, 0, true, 1, 7, 0, Map.of()));
    assertThat(cycle.find()).hasSize(2);
  }

  @Test
  void whoWaitedToSendAndHasGoneOnIsInNoCircle() {
    reportTwice(new WaitingTask(1, 0, true, 2, 7, 0, Map.of()));
    assertThat(cycle.find()).isEmpty();
    reportTwice(receives(2, 1, 0));
    assertThat(cycle.find()).isEmpty();
  }
}
