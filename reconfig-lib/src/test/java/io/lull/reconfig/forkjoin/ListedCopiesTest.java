package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.ProgramError;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a worker reads of others where it has no elements of its own. */
final class ListedCopiesTest {
  private final Arena arena = Arena.ofConfined();

  @AfterEach
  void giveBack() {
    arena.close();
  }

  /** Opens copies of the indices 1 and 2, in this order. */
  private void open(DoubleArray array, double... numbers) {
    final MemorySegment copy = arena.allocate(ValueLayout.JAVA_DOUBLE, numbers.length);
    MemorySegment.copy(numbers, 0, copy, ValueLayout.JAVA_DOUBLE, 0, numbers.length);
    array.openListed(
        new long[] {ListedElements.NOT_HERE, copy.address(), copy.address() + array.indexBytes()});
  }

  @Test
  void eachIndexOfARowIsReadFromItsOwnCopy() {
    final DoubleArray array = new DoubleArray("rows", SharedShape.of(3, 2));
    open(array, 10, 11, 20, 21);
    assertThat(array.get(1, 1)).isEqualTo(11);
    assertThat(array.get(2, 1)).isEqualTo(21);
    assertThat(array.row(2).get(0)).isEqualTo(20);
    assertThatThrownBy(() -> array.get(0, 0)).isInstanceOf(ProgramError.class);
  }

  @Test
  void eachRowOfAPlaneIsReadFromItsOwnCopy() {
    final DoubleArray array = new DoubleArray("planes", SharedShape.of(3, 2, 2));
    open(array, 0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(array.row(1, 1).get(0)).isEqualTo(2);
    assertThat(array.row(2, 1).get(1)).isEqualTo(7);
  }

  @Test
  void aRowIsOfNoUseOnceTheArrayIsClosed() {
    final DoubleArray array = new DoubleArray("rows", SharedShape.of(3, 2));
    open(array, 10, 11, 20, 21);
    final DoubleRow row = array.row(1);
    assertThat(row.get(0)).isEqualTo(10);
    array.shut();
    open(array, 30, 31, 40, 41);
    assertThatThrownBy(() -> row.get(0))
        .isInstanceOf(ProgramError.class)
        .hasMessage(
            "a row of array rows is used after its loop, or by another iteration than took it:"
                + " take it anew in each iteration");
    assertThatThrownBy(() -> row.copyTo(0, new double[2], 0, 2)).isInstanceOf(ProgramError.class);
    assertThatThrownBy(() -> row.dot(array.row(1))).isInstanceOf(ProgramError.class);
    assertThatThrownBy(() -> array.row(1).dot(row)).isInstanceOf(ProgramError.class);
  }

  @Test
  void singleElementsLieSideBySide() {
    final DoubleArray array = new DoubleArray("elements", SharedShape.of(3));
    open(array, 10, 20);
    assertThat(array.get(2)).isEqualTo(20);
  }
}
