package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.DropPieces;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PieceDiskTest {
  private final PieceDisk disk = new PieceDisk();

  @Test
  void whatIsDamagedIsThereAndCannotBeRead() {
    disk.keep("3/0", Optional.empty());
    disk.damage();
    assertThat(disk.held()).hasSize(1);
    assertThat(disk.reads("3/0")).isFalse();
    disk.keep("3/0", Optional.empty());
    assertThat(disk.reads("3/0")).isTrue();
  }

  @Test
  void aDiskThatDidNotSyncLosesTheNewestGenerationOnly() {
    disk.keep("3/0", Optional.empty());
    disk.keep("3/1", Optional.empty());
    disk.keep("12/0", Optional.empty());
    disk.loseNewest();
    assertThat(disk.pieces).containsExactly("3/0", "3/1");
  }

  @Test
  void whatIsOldOrWasGivenUpIsDropped() {
    disk.keep("3/0", Optional.empty());
    disk.keep("4/0", Optional.empty());
    disk.keep("5/0", Optional.empty());
    disk.drop(DropPieces.newBuilder().setKeepFromGeneration(4).setGivenUpGeneration(5).build());
    assertThat(disk.pieces).containsExactly("4/0");
  }
}
