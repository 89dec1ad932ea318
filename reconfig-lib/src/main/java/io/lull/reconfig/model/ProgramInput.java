package io.lull.reconfig.model;

import io.lull.reconfig.Parameters;
import java.nio.file.Path;
import java.util.List;

/**
 * The input of a program.
 *
 * @param inputs the input files, as they were given
 * @param outputs the folder where output files go
 */
public record ProgramInput(Parameters parameters, List<Path> inputs, Path outputs) {
  public ProgramInput {
    inputs = List.copyOf(inputs);
  }
}
