package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ReportedValues;
import io.lull.reconfig.Results;
import java.io.IOException;

/** Takes the results of a program. Collective: every worker makes the same calls. */
public interface SharedResults extends ReportedValues {

  /**
   * Brings a whole array together, row by row in order, in one place; no more than a few are in
   * memory at once. An array of one dimension is one row.
   *
   * @param opener called on one worker only, with the job's outputs folder
   */
  void collect(DoubleArray array, Results.Opener<Results.DoubleRows> opener) throws IOException;

  void collect(FloatArray array, Results.Opener<Results.FloatRows> opener) throws IOException;

  void collect(LongArray array, Results.Opener<Results.LongRows> opener) throws IOException;

  void collect(IntArray array, Results.Opener<Results.IntRows> opener) throws IOException;

  void collect(RecordArray array, Results.Opener<Results.RecordRows> opener) throws IOException;
}
