package io.lull.reconfig.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.Storage;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.RegionCells;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class StorageTest {
  @Test
  void beginsWithZerosAtACacheLine() {
    for (final long bytes : new long[] {1, 7, 64, 4096, (1 << 20) + 3}) {
      final Storage storage = Storage.of(bytes);
      assertThat(storage.segment().byteSize()).isEqualTo(bytes);
      assertThat(storage.segment().address() % 64).isZero();
      for (long at = 0; at < bytes; at++) {
        assertThat(storage.segment().get(ValueLayout.JAVA_BYTE, at)).isZero();
      }
      storage.letGo();
    }
  }

  @Test
  void isFreeWhenItsLastHolderLetsItGoAndNotBefore() {
    final Storage storage = Storage.of(100);
    storage.hold();
    assertThat(storage.isShared()).isTrue();
    storage.letGo();
    assertThat(storage.isShared()).isFalse();
    storage.segment().set(ValueLayout.JAVA_BYTE, 99, (byte) 5);
    storage.letGo();
    assertThatThrownBy(() -> storage.segment().get(ValueLayout.JAVA_BYTE, 99))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(storage::hold).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesMoreThanTheHeapMayHoldAndForgetsThatItWasAsked() {
    final long most = Runtime.getRuntime().maxMemory();
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> Storage.of(most)).isInstanceOf(OutOfMemoryError.class);
    }
    Storage.of(most / 2).letGo();
  }

  @Test
  void takesTheSameRoomAgainAndAgain() {
    final long bytes = Runtime.getRuntime().maxMemory() / 2;
    for (int i = 0; i < 100; i++) {
      Storage.of(bytes).letGo();
    }
  }

  @Test
  void isUsedAgainForCellsThatNeedUpToHalfAsMuch() {
    final Storage storage = Storage.of(4 << 20);
    final long address = storage.segment().address();
    assertThat(storage.fitted((2 << 20) - 64)).isNull();
    final Storage half = Objects.requireNonNull(storage.fitted((2 << 20) + 64));
    assertThat(half.segment().address()).isEqualTo(address);
    assertThat(half.segment().byteSize()).isEqualTo((2 << 20) + 64);
    assertThatThrownBy(storage::hold).isInstanceOf(IllegalStateException.class);
    half.letGo();
    assertThatThrownBy(() -> half.segment().get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void isNotUsedAgainWhileSomebodyElseHoldsIt() {
    final Storage storage = Storage.of(4 << 20);
    storage.hold();
    assertThat(storage.fitted(4 << 20)).isNull();
    storage.letGo();
    Objects.requireNonNull(storage.fitted(4 << 20)).letGo();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void hasRoomForCellsThatNeedHalfAsMuchAgainAndCountsItWhenTheyAreThere() {
    final long most = Runtime.getRuntime().maxMemory();
    final Storage storage = Storage.of(most / 10 * 3);
    Storage.of(most / 10 * 6).letGo();
    assertThat(storage.fitted(most / 10 * 5)).isNull();
    final Storage more = Objects.requireNonNull(storage.fitted(most / 10 * 4));
    assertThat(more.segment().get(ValueLayout.JAVA_BYTE, most / 10 * 4 - 1)).isZero();
    assertThatThrownBy(() -> Storage.of(most / 10 * 6)).isInstanceOf(OutOfMemoryError.class);
    more.letGo();
    Storage.of(most / 10 * 9).letGo();
  }

  @Test
  void aPieceMayHaveMoreCellsThanAnArray() {
    final long columns = 720_000_000;
    final int rowsWithHalo = 4;
    assumeTrue(
        rowsWithHalo * columns < Runtime.getRuntime().maxMemory() * 0.9,
        "this machine's memory is too small for a piece of 2.9 GB");
    try (KernelThreads threads = new KernelThreads(() -> 1)) {
      final ByteGrid grid =
          new ByteGrid(
              "wide",
              Extents.of(2, columns),
              Division.bisection(),
              Halo.of(1),
              new Alone(threads).exchange(),
              threads);
      new GridArray(grid).prepare(grid.all(), false);
      new GridArray(grid).commit(List.of(grid.all()), Places.OWN, 0);
      final RegionCells cells = new GridArray(grid).present();
      final Region corner = new Region(1, 2, columns - 3, columns);
      cells.write(corner, ByteBuffer.wrap(new byte[] {1, 2, 3}));
      final ByteBuffer read = ByteBuffer.allocate(3);
      cells.read(corner, read);
      assertThat(read.array()).containsExactly(1, 2, 3);
      new GridArray(grid).drop();
    }
  }
}
