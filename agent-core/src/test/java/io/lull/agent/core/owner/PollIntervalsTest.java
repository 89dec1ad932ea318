package io.lull.agent.core.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How often the watch wakes the machine. */
class PollIntervalsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static PollIntervals pace(Node node) {
    return PollIntervals.of(node.core(), node.settings());
  }

  @Test
  void looksEachSecondWhileAGuestIsHere() {
    final Node node = Node.available(Map.of());
    node.guest("J1-w1");
    assertThat(pace(node).load()).isEqualTo(SECOND);
    node.input();
    assertThat(pace(node).load()).isEqualTo(SECOND);
  }

  @Test
  void looksEveryTenSecondsWhileGuestsMayCome() {
    final PollIntervals pace = pace(Node.available(Map.of()));
    assertThat(pace.load()).isEqualTo(Duration.ofSeconds(10));
    assertThat(pace.surroundings()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void looksAtTheSurroundingsSeldomWhileTheOwnerWorksAndMoreOftenShortlyBeforeGuestsMayCome() {
    final Node node = Node.available(Map.of());
    node.input();
    assertThat(pace(node).load()).isEqualTo(Duration.ofSeconds(10));
    assertThat(pace(node).surroundings()).isEqualTo(Duration.ofSeconds(30));
    node.pass(Duration.ofMinutes(5).minusSeconds(25));
    assertThat(pace(node).surroundings()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void looksSlowlyAlsoAtAPauseAndWhenBlind() {
    final Node node = Node.available(Map.of());
    node.tell(new NodeEvent.Pause(Long.MAX_VALUE));
    assertThat(pace(node).load()).isEqualTo(Duration.ofSeconds(10));
    assertThat(pace(new Node(Map.of())).load()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void takesTwoSamplesAWindowAtLeastAndFourWhileAGuestIsHere() {
    final Node node = Node.available(Map.of("cpu-window", "2s"));
    assertThat(pace(node).load()).isEqualTo(SECOND);
    node.guest("J1-w1");
    assertThat(pace(node).load()).isEqualTo(Duration.ofMillis(500));
  }
}
