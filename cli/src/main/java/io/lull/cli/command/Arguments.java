package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arguments of the command line, checked before any request. */
final class Arguments {
  private static final Pattern JOB = Pattern.compile("[jJ]?([1-9]\\d{0,17})");
  private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  private static final Pattern MEMBER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

  private Arguments() {}

  /** {@code J12}; {@code j12} and {@code 12} mean the same. */
  static String job(String text) {
    final Matcher m = JOB.matcher(text.strip());
    if (!m.matches()) {
      throw CommandFailure.badInput(
          "'" + text + "' is not a job: jobs are named J1, J2 and so on (lull jobs lists them)");
    }
    return "J" + m.group(1);
  }

  /** Whether it has the form of a job's name. */
  static boolean isJob(String text) {
    return text.startsWith("J") && JOB.matcher(text).matches();
  }

  static String node(String text) {
    if (!NODE.matcher(text).matches()) {
      throw CommandFailure.badInput("'" + text + "' is not a node's name (lull nodes lists them)");
    }
    return text;
  }

  /** The name of a workstation or a person. */
  static String member(String text) {
    if (!MEMBER.matcher(text).matches()) {
      throw CommandFailure.badInput("'" + text + "' is not a valid user or machine name");
    }
    return text;
  }

  /** With a parser of {@code protocol}, whose message is one line already. */
  static <T> T parse(String option, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(option + ": " + e.getMessage());
    }
  }

  static Path path(CommandEnvironment environment, String option, String text) {
    return parse(option, text, t -> environment.folder().resolve(t).normalize());
  }

  static String lower(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }
}
