package io.lull.coordinator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthTest {
  private static final Duration JUST_NOW = Duration.ofMillis(200);
  private static final Duration LONG_AGO = Duration.ofSeconds(6);

  @Test
  void whoStartsIsNotReady() {
    assertThat(Health.ready(new MemberStage.Starting(), JUST_NOW, JUST_NOW).well()).isFalse();
  }

  @Test
  void whoStandsByIsReadyWhileTheStoreAnswers() {
    final MemberStage stage = new MemberStage.StandingBy("ada, process 7");

    assertThat(Health.ready(stage, JUST_NOW, LONG_AGO).json("ready"))
        .isEqualTo(
            "{\"ready\":true,\"state\":\"standing by\",\"reason\":\"ada, process 7 leads\"}");
    assertThat(Health.ready(stage, LONG_AGO, JUST_NOW).json("ready"))
        .isEqualTo(
            "{\"ready\":false,\"state\":\"standing by\","
                + "\"reason\":\"the store has not answered for 6s\"}");
  }

  @Test
  void whoLeadsIsReadyWhileItsLeaseIsTrustedAndItsRoundsEnd() {
    assertThat(Health.ready(leading(true), LONG_AGO, JUST_NOW).json("ready"))
        .isEqualTo("{\"ready\":true,\"state\":\"leading\",\"reason\":\"it leads with fence 3\"}");
    assertThat(Health.ready(leading(false), JUST_NOW, JUST_NOW))
        .isEqualTo(new Health(false, "leading", "its lease has expired and cannot be renewed yet"));
    assertThat(Health.ready(leading(true), JUST_NOW, LONG_AGO).reason())
        .isEqualTo("no decision could be stored for 6s: see its log");
  }

  @Test
  void onlyALeaderThatStandsStillForMinutesIsToBeStartedAnew() {
    final Duration minutes = Health.STUCK.plusSeconds(1);
    assertThat(Health.live(new MemberStage.Starting(), minutes).well()).isTrue();
    assertThat(Health.live(new MemberStage.StandingBy("ada"), minutes).well()).isTrue();
    assertThat(Health.live(leading(false), LONG_AGO).well()).isTrue();
    assertThat(Health.live(leading(true), minutes).well()).isFalse();
  }

  static MemberStage leading(boolean trusted) {
    return new MemberStage.Leading(
        new LeaderGauges() {
          @Override
          public long fence() {
            return 3;
          }

          @Override
          public boolean trusted() {
            return trusted;
          }

          @Override
          public Optional<Duration> leaseAge() {
            return Optional.of(Duration.ofMillis(400));
          }

          @Override
          public int waiting() {
            return 5;
          }

          @Override
          public Instant authorityEnd() {
            return Instant.EPOCH;
          }

          @Override
          public Instant certificateEnd() {
            return Instant.EPOCH;
          }

          @Override
          public FileUse files() {
            return new FileUse(1000, 200, 30);
          }
        });
  }
}
