package io.lull.reconfig.model;

import io.lull.reconfig.Parameters;
import java.nio.file.Path;
import java.util.List;

/**
 * What a job gives its program.
 *
 * @param inputs the input files, by name
 * @param outputs the folder where output files go
 */
public record ProgramInput(Parameters parameters, List<Path> inputs, Path outputs) {
  public ProgramInput {
    inputs = List.copyOf(inputs);
  }
}
