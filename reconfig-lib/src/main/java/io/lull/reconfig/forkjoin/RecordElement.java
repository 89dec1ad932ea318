package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.memory.ProcessMemory;
import io.lull.reconfig.memory.RecordFields;
import io.lull.reconfig.record.RecordShape.DoubleField;
import io.lull.reconfig.record.RecordShape.FloatField;
import io.lull.reconfig.record.RecordShape.IntField;
import io.lull.reconfig.record.RecordShape.LongField;

/** A record of a shared array, as a kernel sees it during one iteration. */
public final class RecordElement {
  private final ArrayWindow array;
  private final int opening;
  private final long address;
  private final int bytes;
  private final boolean writable;

  /**
   * @param address of the record, good as long as the array is open as it is now
   * @param bytes that it has
   */
  RecordElement(ArrayWindow array, long address, int bytes, boolean writable) {
    this.array = array;
    this.opening = array.opening();
    this.address = address;
    this.bytes = bytes;
    this.writable = writable;
  }

  public double get(DoubleField field) {
    return ProcessMemory.ALL.get(RecordFields.DOUBLE, toRead(field.at(), Double.BYTES));
  }

  public float get(FloatField field) {
    return ProcessMemory.ALL.get(RecordFields.FLOAT, toRead(field.at(), Float.BYTES));
  }

  public long get(LongField field) {
    return ProcessMemory.ALL.get(RecordFields.LONG, toRead(field.at(), Long.BYTES));
  }

  public int get(IntField field) {
    return ProcessMemory.ALL.get(RecordFields.INT, toRead(field.at(), Integer.BYTES));
  }

  public void set(DoubleField field, double value) {
    ProcessMemory.ALL.set(RecordFields.DOUBLE, toWrite(field.at(), Double.BYTES), value);
  }

  public void set(FloatField field, float value) {
    ProcessMemory.ALL.set(RecordFields.FLOAT, toWrite(field.at(), Float.BYTES), value);
  }

  public void set(LongField field, long value) {
    ProcessMemory.ALL.set(RecordFields.LONG, toWrite(field.at(), Long.BYTES), value);
  }

  public void set(IntField field, int value) {
    ProcessMemory.ALL.set(RecordFields.INT, toWrite(field.at(), Integer.BYTES), value);
  }

  private long toRead(int at, int length) {
    array.requireSame(opening);
    return address + within(at, length);
  }

  private long within(int at, int length) {
    return at <= bytes - length ? at : refuseField();
  }

  private long toWrite(int at, int length) {
    if (!writable) {
      throw onlyRead();
    }
    return toRead(at, length);
  }

  private long refuseField() {
    throw ArrayAccess.foreignField(array);
  }

  private static ProgramError onlyRead() {
    return new ProgramError(
        "a record is written that the loop only reads: name its array in writes");
  }
}
