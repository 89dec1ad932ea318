package io.lull.client.submit;

import io.lull.apps.BundledApps;
import java.util.List;

/**
 * A bundled application, as a form can ask for what it takes; whether it can be so, {@link
 * JobChecks} says.
 *
 * @param description a line for people
 * @param inputs which input files it takes, a line for each kind; none: it takes none
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
   * @param form what is written for it, such as {@code N} or {@code DURATION}
   * @param otherwise its value when it is not given
   * @param meaning a line for people
   */
  public record Parameter(String name, String form, String otherwise, String meaning) {}

  public Application {
    parameters = List.copyOf(parameters);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** All that come with the program. */
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
