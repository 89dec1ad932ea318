package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.ExitCode;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/**
 * A command for one subject or several, each by itself: one that fails does not stop the others.
 *
 * @param <V> what the coordinator answers about each
 */
abstract class Several<V> implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Mixin private final JsonOption json = new JsonOption();

  Several(CommandEnvironment environment) {
    this.environment = environment;
  }

  /** What was named, checked. */
  abstract List<String> subjects();

  /** Checks the options, before any call. */
  void check() {}

  /** Does it to one; the answer is printed. */
  abstract V ask(GridClient grid, String subject);

  abstract ObjectNode document(V view);

  /** What is printed of one to which it was done, with its end of line. */
  abstract String text(V view);

  CommandEnvironment environment() {
    return environment;
  }

  @Override
  public Integer call() {
    final List<String> subjects = subjects();
    check();
    final List<V> done = new ArrayList<>();
    @Nullable ClientFailure first = null;
    try (GridClient grid = environment.grid().get()) {
      for (final String subject : subjects) {
        try {
          done.add(ask(grid, subject));
        } catch (ClientFailure e) {
          if (subjects.size() == 1) {
            throw e;
          }
          first = first == null ? e : first;
          environment.err().println(subject + ": " + e.line());
          if (e.kind() == ClientFailure.Kind.UNREACHABLE) {
            break;
          }
        }
      }
    }
    print(done, subjects.size());
    return first == null ? ExitCode.DONE.number() : ExitCode.of(first).number();
  }

  private void print(List<V> done, int asked) {
    if (!json.wanted) {
      done.forEach(view -> environment.out().print(text(view)));
    } else if (asked == 1) {
      environment.print(document(done.getFirst()));
    } else {
      final ArrayNode all = JsonNodeFactory.instance.arrayNode();
      done.forEach(view -> all.add(document(view)));
      environment.print(all);
    }
  }
}
