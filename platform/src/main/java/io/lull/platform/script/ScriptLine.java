package io.lull.platform.script;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One line of an owner's script: {@code SECONDS EVENT [VALUE]}.
 *
 * @param atSeconds since the script's start; below 0: now
 */
public record ScriptLine(double atSeconds, Event event) {
  private static final int MAX_LINE = 1000;
  private static final double LONGEST_SECONDS = 366 * 86_400.0;
  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** What the owner, or their computer, does. */
  public sealed interface Event {
    record Input() implements Event {}

    record Typing(double seconds) implements Event {}

    record Cpu(double fraction, double seconds) implements Event {}

    record Lock() implements Event {}

    record Unlock() implements Event {}

    record Battery(double fraction) implements Event {}

    record Mains() implements Event {}

    record Quit() implements Event {}
  }

  /**
   * @return empty for a line of only space and comment
   * @throws IllegalArgumentException with one line that names the error
   */
  public static Optional<ScriptLine> parse(String line) {
    if (line.length() > MAX_LINE) {
      throw new IllegalArgumentException("it is longer than " + MAX_LINE + " characters");
    }
    final int comment = line.indexOf('#');
    final String text = (comment < 0 ? line : line.substring(0, comment)).strip();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    final List<String> words = List.of(SPACE.split(text));
    if (words.size() < 2) {
      throw new IllegalArgumentException("it must be SECONDS EVENT [VALUE], such as '12.5 input'");
    }
    final double at =
        words.getFirst().equals("now")
            ? -1
            : number("the time", words.getFirst(), 0, LONGEST_SECONDS);
    return Optional.of(new ScriptLine(at, event(words.get(1), words.subList(2, words.size()))));
  }

  private static Event event(String name, List<String> values) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "input" -> plain(name, values, new Event.Input());
      case "typing" -> {
        expect(name, values, 1, "SECONDS");
        yield new Event.Typing(number("SECONDS", values.getFirst(), 0, LONGEST_SECONDS));
      }
      case "cpu" -> {
        expect(name, values, 2, "FRACTION SECONDS");
        yield new Event.Cpu(
            number("FRACTION", values.getFirst(), 0, 1),
            number("SECONDS", values.get(1), 0, LONGEST_SECONDS));
      }
      case "lock" -> plain(name, values, new Event.Lock());
      case "unlock" -> plain(name, values, new Event.Unlock());
      case "battery" -> {
        expect(name, values, 1, "FRACTION");
        yield new Event.Battery(number("FRACTION", values.getFirst(), 0, 1));
      }
      case "mains" -> plain(name, values, new Event.Mains());
      case "quit" -> plain(name, values, new Event.Quit());
      default ->
          throw new IllegalArgumentException(
              "there is no event '"
                  + name
                  + "': it is input, typing, cpu, lock, unlock, battery, mains or quit");
    };
  }

  private static Event plain(String name, List<String> values, Event event) {
    expect(name, values, 0, "");
    return event;
  }

  private static void expect(String name, List<String> values, int count, String form) {
    if (values.size() != count) {
      throw new IllegalArgumentException(
          count == 0 ? name + " takes no value" : name + " takes " + form);
    }
  }

  private static double number(String what, String text, double least, double greatest) {
    double value = Double.NaN;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      // Refused below, like any other value out of range.
    }
    if (!(value >= least && value <= greatest)) {
      throw new IllegalArgumentException(
          what
              + " cannot be '"
              + text
              + "': it must be a number from "
              + (long) least
              + " to "
              + (long) greatest);
    }
    return value;
  }
}
