package io.lull.reconfig.grid;

import io.lull.reconfig.memory.RecordFields;
import io.lull.reconfig.record.RecordShape.DoubleField;
import io.lull.reconfig.record.RecordShape.FloatField;
import io.lull.reconfig.record.RecordShape.IntField;
import io.lull.reconfig.record.RecordShape.LongField;
import java.lang.foreign.MemorySegment;

/** One record that gets its new fields; one after the other of a row's. For one thread. */
public final class RecordCell {
  private final MemorySegment cells;
  private long at;

  RecordCell(MemorySegment cells) {
    this.cells = cells;
  }

  void move(long byteOfRecord) {
    at = byteOfRecord;
  }

  public void set(DoubleField field, double value) {
    cells.set(RecordFields.DOUBLE, at + field.at(), value);
  }

  public void set(FloatField field, float value) {
    cells.set(RecordFields.FLOAT, at + field.at(), value);
  }

  public void set(LongField field, long value) {
    cells.set(RecordFields.LONG, at + field.at(), value);
  }

  public void set(IntField field, int value) {
    cells.set(RecordFields.INT, at + field.at(), value);
  }
}
