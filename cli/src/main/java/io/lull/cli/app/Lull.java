package io.lull.cli.app;

import io.lull.cli.command.CommandEnvironment;
import io.lull.cli.command.LullCommand;
import io.lull.cli.text.Screen;
import io.lull.client.grid.Dialer;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.client.login.StoredLogin;
import io.lull.protocol.time.SystemClock;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.Map;

/** The {@code lull} command. */
public final class Lull {
  /** The columns of the terminal at standard output, from the launcher; 0: not a terminal. */
  private static final String OUT_COLUMNS = "lull.columns.out";

  private static final String ERR_COLUMNS = "lull.columns.err";

  private Lull() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String[] arguments) {
    final Map<String, String> variables = System.getenv();
    final PrintStream out = utf8(FileDescriptor.out);
    final PrintStream err = utf8(FileDescriptor.err);
    final Home home =
        Home.of(variables, System.getProperty("os.name"), Path.of(System.getProperty("user.home")));
    final StoredLogin login =
        new StoredLogin(
            home, SystemClock.INSTANCE, line -> err.println("lull: " + line), Dialer::secured);
    final CommandEnvironment environment =
        new CommandEnvironment(
            new CommandEnvironment.Output(out, screen(OUT_COLUMNS, variables)),
            new CommandEnvironment.Output(err, screen(ERR_COLUMNS, variables)),
            Path.of("").toAbsolutePath(),
            home,
            SystemClock.INSTANCE,
            ZoneId.systemDefault(),
            () ->
                GridClient.of(
                    login.identity(),
                    home.coordinators(),
                    SystemClock.INSTANCE,
                    new SecureRandom()));
    final int code = LullCommand.run(environment, () -> System.getProperty("user.name"), arguments);
    out.flush();
    err.flush();
    return code;
  }

  private static Screen screen(String property, Map<String, String> environment) {
    return Screen.of(Integer.getInteger(property, 0), environment);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor)), true, StandardCharsets.UTF_8);
  }
}
