package io.lull.reconfig.model;

import io.lull.protocol.wire.CheckValue;
import java.util.ArrayList;
import java.util.List;

/** The check values that a program reports at its end. The program's thread. */
public final class CheckValues {
  private final List<CheckValue> values = new ArrayList<>();

  public void add(String name, String value) {
    values.add(CheckValue.newBuilder().setName(name).setValue(value).build());
  }

  /**
   * All that the program reported; where the results are, they are said in the log, too.
   *
   * @param hasOutputs whether this worker wrote the output files
   */
  public ProgramResults completion(boolean hasOutputs) {
    if (hasOutputs) {
      values.forEach(each -> System.err.println(each.getName() + " " + each.getValue()));
    }
    return new ProgramResults(hasOutputs, values);
  }
}
