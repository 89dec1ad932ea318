package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.ProgramError;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** What a worker reads of others where it has no elements of its own. */
final class ListedCopiesTest {
  /** Copies of the indices 1 and 2, in this order. */
  private static final int[] PLACES = {ListedElements.NOWHERE, 0, 1};

  private static MemorySegment numbers(double... numbers) {
    final MemorySegment copy = Arena.ofAuto().allocate(ValueLayout.JAVA_DOUBLE, numbers.length);
    MemorySegment.copy(numbers, 0, copy, ValueLayout.JAVA_DOUBLE, 0, numbers.length);
    return copy;
  }

  @Test
  void eachIndexOfARowIsReadFromItsOwnCopy() {
    final DoubleArray array = new DoubleArray("rows", SharedShape.of(3, 2));
    array.openListed(PLACES, numbers(10, 11, 20, 21));
    assertThat(array.get(1, 1)).isEqualTo(11);
    assertThat(array.get(2, 1)).isEqualTo(21);
    assertThat(array.row(2).get(0)).isEqualTo(20);
    assertThatThrownBy(() -> array.get(0, 0)).isInstanceOf(ProgramError.class);
  }

  @Test
  void eachRowOfAPlaneIsReadFromItsOwnCopy() {
    final DoubleArray array = new DoubleArray("planes", SharedShape.of(3, 2, 2));
    array.openListed(PLACES, numbers(0, 1, 2, 3, 4, 5, 6, 7));
    assertThat(array.row(1, 1).get(0)).isEqualTo(2);
    assertThat(array.row(2, 1).get(1)).isEqualTo(7);
  }

  @Test
  void singleElementsLieSideBySide() {
    final DoubleArray array = new DoubleArray("elements", SharedShape.of(3));
    array.openListed(PLACES, numbers(10, 20));
    assertThat(array.get(2)).isEqualTo(20);
  }
}
