package io.lull.cli.completion;

import io.lull.cli.exit.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The script that makes a shell ask for candidates. */
public final class ShellScript {
  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  private ShellScript() {}

  /**
   * @throws CommandFailure for another shell
   */
  public static String of(String shell) {
    if (!SHELLS.contains(shell)) {
      throw CommandFailure.badInput("'" + shell + "' must be bash, zsh or fish");
    }
    try (InputStream in =
        Objects.requireNonNull(ShellScript.class.getResourceAsStream(shell + ".txt"), shell)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
