package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.text.Screen;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.testkit.grid.FakeGrid;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Where the commands under test are typed, and what they print is kept. */
final class Terminal {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CommandEnvironment environment;
  private int code;

  /**
   * @param grid null: this user has not logged in
   */
  Terminal(@Nullable FakeGrid grid, Path folder) {
    final Home home = new Home(folder.resolve("home"), folder.resolve("agent"));
    final Supplier<GridClient> client =
        () -> {
          if (grid == null) {
            throw new CommandFailure(ExitCode.NOT_ALLOWED, "not logged in");
          }
          return new GridClient(
              List.of(new HostPort("grid", 7400)),
              address -> grid.dial(),
              Duration.ZERO,
              SystemClock.INSTANCE,
              new Random(7));
        };
    this.environment =
        new CommandEnvironment(
            output(out), output(err), folder, home, SystemClock.INSTANCE, ZoneOffset.UTC, client);
  }

  private static CommandEnvironment.Output output(ByteArrayOutputStream bytes) {
    return new CommandEnvironment.Output(
        new PrintStream(bytes, true, StandardCharsets.UTF_8), Screen.NONE);
  }

  /** Types a command, words separated by blanks. */
  Terminal type(String line) {
    return typeWords(line.isEmpty() ? new String[0] : line.split(" "));
  }

  Terminal typeWords(String... words) {
    out.reset();
    err.reset();
    code = LullCommand.run(environment, () -> "ann", words);
    return this;
  }

  /** All commands, as they are parsed. */
  CommandLine tree() {
    return LullCommand.tree(environment, () -> "ann");
  }

  int code() {
    return code;
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
