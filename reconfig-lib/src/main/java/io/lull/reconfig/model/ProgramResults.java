package io.lull.reconfig.model;

import io.lull.protocol.wire.CheckValue;
import java.util.List;

/**
 * The results of a program.
 *
 * @param hasOutputs whether this worker wrote the output files; one of all does
 */
public record ProgramResults(boolean hasOutputs, List<CheckValue> values) {
  public ProgramResults {
    values = List.copyOf(values);
  }
}
