package io.lull.reconfig.forkjoin;

import io.lull.reconfig.record.RecordShape;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** A shared array of records of a fixed size. */
public final class RecordArray extends SharedArray {
  private final String element;
  private final int bytes;

  /** Made by the runtime; an author declares it through {@link SharedSpace}. */
  public RecordArray(String name, RecordShape record, SharedShape shape) {
    super(name, shape, ValueLayout.JAVA_BYTE, record.bytes());
    this.element = record.described();
    this.bytes = record.bytes();
  }

  @Override
  String element() {
    return element;
  }

  /**
   * An element of an array of one dimension, good until the end of the iteration.
   *
   * @throws io.lull.reconfig.ProgramError when the loop may not read it
   */
  public RecordElement at(long i) {
    require(1);
    return elementFrom(i, 0);
  }

  /** An element of an array of two dimensions; as {@link #at(long)}. */
  public RecordElement at(long i, long j) {
    require(2);
    return elementFrom(i, Objects.checkIndex(j, columns));
  }

  /** An element of an array of three dimensions; as {@link #at(long)}. */
  public RecordElement at(long i, long j, long k) {
    require(3);
    return elementFrom(i, within(j, k));
  }

  private long within(long j, long k) {
    return Objects.checkIndex(j, middle) * line + Objects.checkIndex(k, columns);
  }

  private RecordElement elementFrom(long i, long within) {
    return new RecordElement(this, elementToRead(i) + within * bytes, bytes, isWritable(i));
  }

  private long elementToRead(long i) {
    final long listed = listedAddress(i);
    return listed == ListedElements.NOT_HERE ? unlistedAddress(i) : listed;
  }

  private long unlistedAddress(long i) {
    return isReadable(i) ? address + readable(i) * bytes : addressOfFetched(i);
  }

  /**
   * @throws io.lull.reconfig.ProgramError when it has not so many dimensions
   */
  private void require(int used) {
    if (dimensions != used) {
      throw ArrayAccess.dimensions(this, used);
    }
  }
}
