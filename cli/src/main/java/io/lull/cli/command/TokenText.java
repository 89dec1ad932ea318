package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.protocol.transport.EnrolmentToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The value of an option: a token, or {@code @FILE}, which keeps it off the command line. */
final class TokenText {
  static final String DESCRIPTION =
      "A one-time token, or @FILE to read it from a file, which hides it from other users'"
          + " process lists.";

  private static final long LONGEST_BYTES = 4096;

  private TokenText() {}

  static EnrolmentToken parse(CommandEnvironment environment, String option, String value) {
    return Arguments.parse(option, text(environment, option, value), EnrolmentToken::parse);
  }

  private static String text(CommandEnvironment environment, String option, String value) {
    if (!value.startsWith("@")) {
      return value;
    }
    final Path file = Arguments.path(environment, option, value.substring(1));
    try {
      if (Files.size(file) > LONGEST_BYTES) {
        throw CommandFailure.badInput(option + ": " + file + " is too long to hold a token");
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw CommandFailure.badInput(
          option + ": " + file + " cannot be read: check that it exists and is yours");
    }
  }
}
