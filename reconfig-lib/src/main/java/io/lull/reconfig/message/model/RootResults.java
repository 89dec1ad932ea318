package io.lull.reconfig.message.model;

import io.lull.reconfig.message.MessageResults;
import io.lull.reconfig.model.CheckValues;
import io.lull.reconfig.model.ProgramResults;
import java.nio.file.Path;

/** The end of a message program: the worker that has its task 0 reports. */
final class RootResults implements MessageResults {
  private final Path outputs;
  private final CheckValues values = new CheckValues();

  RootResults(Path outputs) {
    this.outputs = outputs;
  }

  @Override
  public Path outputs() {
    return outputs;
  }

  @Override
  public void value(String name, double value) {
    values.add(name, Double.toString(value));
  }

  @Override
  public void value(String name, long value) {
    values.add(name, Long.toString(value));
  }

  ProgramResults completion(boolean isRoot) {
    return values.completion(isRoot);
  }
}
