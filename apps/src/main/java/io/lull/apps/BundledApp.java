package io.lull.apps;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * An application that comes with Lull.
 *
 * @param mainClass its {@code GridProgram}, {@code ForkJoinProgram} or {@code MessageProgram}
 * @param description a line for people
 * @param inputs the input files it accepts, and their effect; a line for each kind
 * @param outputs the files it leaves
 */
public record BundledApp(
    String name,
    String mainClass,
    String description,
    List<AppParameter> parameters,
    List<String> inputs,
    List<String> outputs,
    BiConsumer<Parameters, List<Path>> checks) {

  public BundledApp {
    parameters = List.copyOf(parameters);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /**
   * Refuses before the submission what a run would refuse; reads the inputs whole.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public void check(Map<String, String> given, List<Path> files) {
    final Parameters asked = new Parameters(given);
    checks.accept(asked, files);
    final Set<String> unknown = asked.unknown();
    if (!unknown.isEmpty()) {
      throw new BadInput(
          name
              + " has no parameter "
              + String.join(", ", unknown)
              + ": it takes "
              + String.join(", ", parameters.stream().map(AppParameter::name).toList()));
    }
  }
}
