package io.lull.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FenceTest {
  @Test
  void anOlderLeaderIsHarmlessAlsoAfterARestart(@TempDir Path folder) throws Exception {
    final Fence fence = Fence.in(folder);
    assertThat(fence.admits(3)).isTrue();
    assertThat(fence.admits(3)).isTrue();
    assertThat(fence.admits(2)).isFalse();
    final Fence restarted = Fence.in(folder);
    assertThat(restarted.seen()).isEqualTo(3);
    assertThat(restarted.admits(2)).isFalse();
    assertThat(restarted.admits(4)).isTrue();
  }

  @Test
  void aDamagedFileIsRefusedWithItsName(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("fence"), "seven");
    assertThatThrownBy(() -> Fence.in(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("fence is damaged");
  }

  @Test
  void triesComeLessOftenUpToALimitAndNeverAllAtOnce() {
    final Backoff backoff = new Backoff(new SplittableRandom(1));
    Duration last = Duration.ZERO;
    for (int i = 0; i < 50; i++) {
      last = backoff.next();
      assertThat(last).isBetween(Backoff.LEAST, Backoff.GREATEST);
    }
    assertThat(last).isGreaterThanOrEqualTo(Backoff.GREATEST.dividedBy(2));
    backoff.succeeded();
    assertThat(backoff.next()).isEqualTo(Backoff.LEAST);
  }
}
