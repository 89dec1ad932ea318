package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.partition.RegionCells;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is held of an array that is written in place. */
final class StoredArrayTest {
  private static final int ROWS = 6;

  private final DoubleArray array = new DoubleArray("a", SharedShape.of(ROWS, 5));
  private final StoredArray stored = new StoredArray(array);

  private StoredArrayTest place() {
    stored.prepare(array.shape().all(), false);
    stored.commit(List.of(array.shape().all()), Places.OWN, 0);
    return this;
  }

  /** As a loop does it. */
  private void write(double number) {
    array.makeWritable(() -> {});
    array.openWrites();
    for (long row = 0; row < ROWS; row++) {
      array.set(row, 3, number);
    }
    array.close();
    array.written(0, ROWS);
  }

  private static double read(RegionCells cells) {
    final ByteBuffer bytes = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
    cells.readLines(2, 3, bytes);
    return bytes.getDouble(3 * Double.BYTES);
  }

  @Test
  void whatIsRetainedStaysAsItWas() {
    place().write(1);
    final RegionCells retained = stored.retain();
    write(2);
    write(3);
    assertThat(read(retained)).isEqualTo(1);
    assertThat(read(stored.present())).isEqualTo(3);
    retained.release();
    stored.drop();
  }

  @Test
  void whatNobodyHoldsIsNotCopied() {
    place().write(1);
    final MemorySegment before = array.cells;
    write(2);
    assertThat(array.cells).isEqualTo(before);
    stored.drop();
  }

  @Test
  void aReturnToWhatIsRetainedTakesItBack() {
    place().write(1);
    final RegionCells retained = stored.retain();
    write(2);
    stored.restore(retained);
    assertThat(read(stored.present())).isEqualTo(1);
    write(5);
    assertThat(read(stored.present())).isEqualTo(5);
    stored.drop();
  }

  @Test
  void aReturnToWhatHasNotBeenWrittenSinceCopiesNothing() {
    place().write(1);
    final MemorySegment before = array.cells;
    stored.restore(stored.retain());
    write(2);
    assertThat(array.cells).isEqualTo(before);
    stored.drop();
  }

  @Test
  void memoryThatIsGivenBackServesTheNextCopy() {
    place().write(1);
    final MemorySegment first = array.cells;
    final RegionCells retained = stored.retain();
    write(2);
    final MemorySegment second = array.cells;
    stored.recycle(retained);
    final RegionCells again = stored.retain();
    write(3);
    assertThat(array.cells).isEqualTo(first).isNotEqualTo(second);
    assertThat(read(again)).isEqualTo(2);
    stored.recycle(again);
    stored.drop();
  }

  @Test
  void onlyWhatWasWrittenHasChanged() {
    place().write(1);
    assertThat(stored.takeChanged()).isEqualTo(array.shape().all());
    assertThat(stored.takeChanged().isEmpty()).isTrue();
    array.written(2, 4);
    assertThat(stored.takeChanged()).isEqualTo(array.slice(2, 4));
    stored.drop();
  }
}
