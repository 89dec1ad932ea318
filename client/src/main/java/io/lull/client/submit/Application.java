package io.lull.client.submit;

import io.lull.apps.BundledApps;
import java.util.List;

/**
 * A bundled application with what a form needs to know; {@link JobChecks} checks the values.
 *
 * @param description a line for people
 * @param inputs the input files it accepts, a line for each kind; none: it accepts none
 * @param outputs the files it leaves
 */
public record Application(
    String name,
    String description,
    List<Parameter> parameters,
    List<String> inputs,
    List<String> outputs) {

  /**
   * A parameter of it.
   *
   * @param form of its value, such as {@code N} or {@code DURATION}
   * @param otherwise its default value
   * @param meaning a line for people
   */
  public record Parameter(String name, String form, String otherwise, String meaning) {}

  public Application {
    parameters = List.copyOf(parameters);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** All bundled applications. */
  public static List<Application> bundled() {
    return BundledApps.all().stream()
        .map(app ->
            new Application(
                app.name(),
                app.description(),
                app.parameters().stream()
                    .map(each ->
                        new Parameter(each.name(), each.form(), each.otherwise(), each.meaning()))
                    .toList(),
                app.inputs(),
                app.outputs()))
        .toList();
  }
}
