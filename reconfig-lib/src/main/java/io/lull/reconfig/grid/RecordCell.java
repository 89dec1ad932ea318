package io.lull.reconfig.grid;

import io.lull.reconfig.grid.RecordShape.DoubleField;
import io.lull.reconfig.grid.RecordShape.FloatField;
import io.lull.reconfig.grid.RecordShape.IntField;
import io.lull.reconfig.grid.RecordShape.LongField;
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
    cells.set(RecordShape.DOUBLE, at + field.at(), value);
  }

  public void set(FloatField field, float value) {
    cells.set(RecordShape.FLOAT, at + field.at(), value);
  }

  public void set(LongField field, long value) {
    cells.set(RecordShape.LONG, at + field.at(), value);
  }

  public void set(IntField field, int value) {
    cells.set(RecordShape.INT, at + field.at(), value);
  }
}
