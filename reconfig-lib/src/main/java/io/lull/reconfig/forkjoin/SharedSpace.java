package io.lull.reconfig.forkjoin;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.Value;
import io.lull.reconfig.record.RecordShape;
import java.nio.file.Path;
import java.util.List;

/** Declares the shared data of a program. Used by the program's own thread only. */
public interface SharedSpace {

  Parameters parameters();

  /** The job's input files, in the order in which they were given; readable on every worker. */
  List<Path> inputs();

  /**
   * An array of doubles, zero at first.
   *
   * @param name unique in the program; names the array in checkpoints
   * @throws IllegalStateException after {@link ForkJoinProgram#declare}
   */
  DoubleArray doubles(String name, SharedShape shape);

  /** An array of floats; as {@link #doubles}. */
  FloatArray floats(String name, SharedShape shape);

  /** An array of longs; as {@link #doubles}. */
  LongArray longs(String name, SharedShape shape);

  /** An array of ints; as {@link #doubles}. */
  IntArray ints(String name, SharedShape shape);

  /**
   * An array of records, zeros at first; as {@link #doubles}.
   *
   * @param record with all of its fields
   */
  RecordArray records(String name, RecordShape record, SharedShape shape);

  /**
   * One number that every worker holds alike. What an iteration of a {@link Team#repeat} leaves for
   * the next one is held in such a value.
   *
   * @param name unique among the program's values
   */
  Value value(String name, double initial);
}
