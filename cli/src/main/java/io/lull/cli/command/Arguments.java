package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.simulate.OutputFile;
import io.lull.protocol.text.Durations;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Arguments of the command line, checked before any request. */
final class Arguments {
  private static final Pattern JOB = Pattern.compile("[jJ]?([1-9]\\d{0,17})");
  private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  private static final Pattern MEMBER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

  /** As many as an array has at most. */
  private static final int MOST_JOBS = 500;

  private Arguments() {}

  /**
   * A file that is written in the end.
   *
   * @param option that names it, for messages
   * @param name null: nobody wants it
   */
  static @Nullable OutputFile output(
      CommandEnvironment environment, String option, @Nullable String name) {
    return name == null ? null : OutputFile.at(option, path(environment, option, name));
  }

  /** {@code J12}; {@code j12} and {@code 12} mean the same. */
  static String job(String text) {
    final Matcher m = JOB.matcher(text.strip());
    if (!m.matches()) {
      throw CommandFailure.badInput(
          "'" + text + "' is not a job: jobs are named J1, J2 and so on (lull jobs lists them)");
    }
    return "J" + m.group(1);
  }

  /**
   * Jobs and ranges of them, {@code J10-J19}; each once, in this order.
   *
   * @param texts as they were typed
   */
  static List<String> jobs(List<String> texts) {
    final Set<String> all = new LinkedHashSet<>();
    for (final String text : texts) {
      final String[] ends = text.split("-", -1);
      if (ends.length == 2) {
        final long first = number(job(ends[0]));
        final long last = number(job(ends[1]));
        if (last < first || last - first >= MOST_JOBS) {
          throw CommandFailure.badInput(
              "'"
                  + text
                  + "' is not a range: the first job comes first, and there are at most "
                  + MOST_JOBS);
        }
        LongStream.rangeClosed(first, last).forEach(number -> all.add("J" + number));
      } else {
        all.add(job(text));
      }
    }
    return List.copyOf(all);
  }

  private static long number(String job) {
    return Long.parseLong(job.substring(1));
  }

  /** Whether it has the form of a job's name. */
  static boolean isJob(String text) {
    return text.startsWith("J") && JOB.matcher(text).matches();
  }

  /**
   * The values of {@code --param}.
   *
   * @return in the order in which they were given
   */
  static Map<String, String> parameters(List<String> texts) {
    final Map<String, String> map = new LinkedHashMap<>();
    for (final String parameter : texts) {
      final int equals = parameter.indexOf('=');
      if (equals < 1) {
        throw CommandFailure.badInput(
            "--param: '" + parameter + "' must be NAME=VALUE, such as size=1001");
      }
      if (map.put(parameter.substring(0, equals), parameter.substring(equals + 1)) != null) {
        throw CommandFailure.badInput(
            "--param: '" + parameter.substring(0, equals) + "' is given twice: use only one");
      }
    }
    return map;
  }

  /**
   * A time, as a person writes it.
   *
   * @param option that it was given with
   */
  static Instant moment(CommandEnvironment environment, String option, String text) {
    final Instant now = Instant.ofEpochMilli(environment.clock().epochMillis());
    final LocalDateTime here = LocalDateTime.ofInstant(now, environment.zone());
    try {
      if (text.matches("\\d+(ms|s|m|h|d)")) {
        return now.plus(Durations.parse(text));
      }
      if (text.matches("\\d?\\d:\\d\\d")) {
        final LocalTime time = LocalTime.parse(text.length() == 4 ? "0" + text : text);
        final LocalDateTime today = here.with(time);
        return (today.isAfter(here) ? today : today.plusDays(1))
            .atZone(environment.zone())
            .toInstant();
      }
      return text.endsWith("Z")
          ? Instant.parse(text)
          : LocalDateTime.parse(text).atZone(environment.zone()).toInstant();
    } catch (DateTimeException | IllegalArgumentException e) {
      throw CommandFailure.badInput(
          option + ": '" + text + "' is not a time: write it as 18:30, 2026-11-27T08:00 or 2h");
    }
  }

  /** The same of a time to come. */
  static Instant future(CommandEnvironment environment, String option, String text) {
    final Instant moment = moment(environment, option, text);
    if (moment.toEpochMilli() <= environment.clock().epochMillis()) {
      throw CommandFailure.badInput(
          option + ": " + text + " is over: give a time that is yet to come, such as 18:30 or 2h");
    }
    return moment;
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
