package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.TransferPlan;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change that is over holds nobody, whether it has begun or not. */
@Timeout(60)
final class IntakeTest {
  private static final TransferPlan NO_PLAN =
      new TransferPlan(Allotment.NONE, Allotment.NONE, List.of(), 0, 0);

  private final Intake intake = new Intake(SystemClock.INSTANCE);

  private String waited() throws InterruptedException {
    final String why = intake.await(SystemClock.INSTANCE.nanos() + TimeUnit.MINUTES.toNanos(10));
    return why == null ? "all came" : why;
  }

  @Test
  void aChangeThatIsOverBeforeItBeginsIsNotWaitedFor() throws Exception {
    intake.giveUpTo(5, "called off");
    intake.begin(5, List.of(), NO_PLAN, 100, 0, false);
    assertThat(waited()).isEqualTo("called off");
  }

  @Test
  void whatHasComeIsToldUntilTheEpochIsInForce() {
    assertThat(intake.arrived(4)).isEqualTo(Intake.Arrived.NOTHING);
    intake.begin(5, List.of(), NO_PLAN, 60, 40, false);
    intake.read(30);
    assertThat(intake.arrived(4)).isEqualTo(new Intake.Arrived(5, 30, 100));
    assertThat(intake.arrived(5)).isEqualTo(Intake.Arrived.NOTHING);
    intake.giveUpTo(5, "called off");
    assertThat(intake.arrived(4)).isEqualTo(Intake.Arrived.NOTHING);
  }

  @Test
  void theNextOneIsStillToCome() throws Exception {
    intake.giveUpTo(5, "called off");
    intake.begin(6, List.of(), NO_PLAN, 0, 0, false);
    assertThat(waited()).isEqualTo("all came");
  }

  @Test
  void whoeverWaitsForOneIsToldThatItIsOver() throws Exception {
    intake.begin(5, List.of(), NO_PLAN, 100, 0, false);
    final Thread other = Thread.ofPlatform().start(() -> intake.giveUpTo(5, "called off"));
    assertThat(waited()).isEqualTo("called off");
    other.join();
  }

  @Test
  void theEndOfAnEarlierOneIsNotThatOfThePresent() throws Exception {
    intake.begin(6, List.of(), NO_PLAN, 0, 0, false);
    intake.giveUpTo(5, "called off");
    assertThat(waited()).isEqualTo("all came");
  }
}
