package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.JobEvent.Placed;
import io.lull.protocol.records.NodeRecord;
import io.lull.protocol.wire.NodeStatus;
import org.junit.jupiter.api.Test;

final class LiveNodeTest {
  private final LiveNode node = new LiveNode(NodeRecord.getDefaultInstance(), left(0));

  private static NodeStatus left(long graceLeftMillis) {
    return NodeStatus.newBuilder().setGraceLeftMillis(graceLeftMillis).build();
  }

  @Test
  void anOwnerHasWaitedForHalfOfTheGracePeriodHoweverOftenWhatIsLeftIsTold() {
    node.told(left(30_000), 1_000);
    assertThat(node.entry().hurryMillis()).isEqualTo(16_000);
    node.told(left(20_000), 11_000);
    assertThat(node.entry().hurryMillis()).isEqualTo(16_000);
    node.told(left(0), 12_000);
    assertThat(node.entry().hurryMillis()).isEqualTo(Placed.NOT_KNOWN);
    node.told(left(30_000), 13_000);
    assertThat(node.entry().hurryMillis()).isEqualTo(28_000);
  }

  @Test
  void aGracePeriodThatIsShortenedMeanwhileIsHalfOverEarlier() {
    node.told(left(30_000), 1_000);
    node.told(left(4_000), 2_000);
    assertThat(node.entry().hurryMillis()).isEqualTo(4_000);
  }

  @Test
  void whatAnOwnersProgramsUseIsWhatTheyUsedLatelyNotAtOneMoment() {
    final NodeStatus busy = NodeStatus.newBuilder().setOwnerCpu(0.6).build();
    final NodeStatus quiet = NodeStatus.newBuilder().setOwnerCpu(0).build();
    node.told(busy, 10_000_000);
    assertThat(node.entry().ownerLoad()).isEqualTo(0.6);
    node.told(quiet, 10_001_000);
    assertThat(node.entry().ownerLoad()).isBetween(0.4, 0.6);
    node.told(busy, 9_000_000);
    assertThat(node.entry().ownerLoad()).as("a clock that was set back").isBetween(0.4, 0.6);
    node.told(quiet, 9_100_000);
    assertThat(node.entry().ownerLoad()).isLessThan(0.01);
  }

  @Test
  void aNodeWhoseClockIsAheadHasBeenAsItIsSinceThatWasHeard() {
    final NodeStatus ahead = NodeStatus.newBuilder().setSinceEpochMillis(9_000_000).build();
    node.told(ahead, 1_000);
    assertThat(node.status().getSinceEpochMillis()).isEqualTo(1_000);
    node.told(ahead, 5_000);
    assertThat(node.status().getSinceEpochMillis()).isEqualTo(1_000);
    node.told(NodeStatus.newBuilder().setSinceEpochMillis(500).build(), 6_000);
    assertThat(node.status().getSinceEpochMillis()).isEqualTo(500);
  }
}
