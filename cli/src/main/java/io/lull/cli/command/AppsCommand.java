package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.apps.AppParameter;
import io.lull.apps.BundledApp;
import io.lull.apps.BundledApps;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "apps", description = "List the bundled applications, their parameters and inputs.")
final class AppsCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Mixin private final JsonOption json = new JsonOption();

  AppsCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (json.wanted) {
      final ArrayNode all = JsonNodeFactory.instance.arrayNode();
      BundledApps.all().forEach(app -> all.add(document(app)));
      environment.print(all);
      return 0;
    }
    String gap = "";
    for (final BundledApp app : BundledApps.all()) {
      environment.out().print(gap + page(app));
      gap = "\n";
    }
    return 0;
  }

  private String page(BundledApp app) {
    final StringBuilder out = new StringBuilder();
    out.append(TextStyle.STRONG.on(environment.screen(), app.name()))
        .append("  ")
        .append(app.description())
        .append('\n');
    final Table table = new Table().left("  PARAMETER").left("DEFAULT").left("MEANING");
    for (final AppParameter parameter : app.parameters()) {
      table
          .row()
          .cell("  " + parameter.name() + "=" + parameter.form())
          .cell(parameter.otherwise())
          .cell(parameter.meaning());
    }
    out.append(table.render(environment.screen()));
    app.inputs().forEach(input -> out.append("  input: ").append(input).append('\n'));
    out.append("  outputs: ").append(String.join(", ", app.outputs())).append('\n');
    return out.toString();
  }

  private static ObjectNode document(BundledApp app) {
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.put("name", app.name());
    o.put("description", app.description());
    final ArrayNode parameters = o.putArray("parameters");
    for (final AppParameter parameter : app.parameters()) {
      parameters
          .addObject()
          .put("name", parameter.name())
          .put("form", parameter.form())
          .put("default", parameter.otherwise())
          .put("description", parameter.meaning());
    }
    app.inputs().forEach(o.putArray("inputs")::add);
    app.outputs().forEach(o.putArray("outputs")::add);
    return o;
  }
}
