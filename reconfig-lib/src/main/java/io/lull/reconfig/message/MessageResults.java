package io.lull.reconfig.message;

import io.lull.reconfig.ReportedValues;
import java.nio.file.Path;

/** Takes the results of a message program, from its task 0. */
public interface MessageResults extends ReportedValues {

  /** The job's outputs folder: files that are written there are its output files. */
  Path outputs();
}
