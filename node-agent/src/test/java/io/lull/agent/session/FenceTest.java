package io.lull.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FenceTest {
  @Test
  void itIsStillKnownAfterARestart(@TempDir Path folder) throws Exception {
    final Fence fence = Fence.in(folder);
    assertThat(fence.seen()).isZero();
    fence.store(3);
    assertThat(fence.seen()).isEqualTo(3);
    assertThat(Fence.in(folder).seen()).isEqualTo(3);
  }

  @Test
  void aDamagedFileIsRefusedWithItsName(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("fence"), "seven");
    assertThatThrownBy(() -> Fence.in(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("fence is damaged");
  }
}
