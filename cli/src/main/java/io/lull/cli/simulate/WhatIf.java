package io.lull.cli.simulate;

import io.lull.protocol.text.Durations;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A change of a grid that its history can answer for. */
sealed interface WhatIf {
  /** More, fewer or so many machines; those that are added live weeks of those that there are. */
  record Nodes(String words, int of) implements WhatIf {}

  /** Machines are offered when their owners have been away for so long. */
  record IdleAfter(String words, Duration duration) implements WhatIf {}

  /** What a change of a job's number of machines costs. */
  record Costs(String words, String costs) implements WhatIf {}

  /** As it was given. */
  String words();

  Pattern NUMBER = Pattern.compile("([+-]?)([0-9]{1,6})");

  /** More than a simulation reads. */
  int MOST_NODES = 50_000;

  /**
   * @param machines of the history
   * @param recorded machines of the history were offered after their owners were away for so long
   * @throws IllegalArgumentException with one line
   */
  static WhatIf of(String words, int machines, Duration recorded) {
    final int equals = words.indexOf('=');
    final String value = words.substring(equals + 1);
    return switch (equals < 0 ? words : words.substring(0, equals)) {
      case "nodes" -> new Nodes(words, nodes(value, machines));
      case "idle-after" -> new IdleAfter(words, idleAfter(value, recorded));
      case "costs" -> new Costs(words, value);
      default ->
          throw new IllegalArgumentException(
              "'"
                  + words
                  + "' is no change that a history can answer for: use nodes=+N, nodes=-N,"
                  + " idle-after=DURATION or costs=paper:DURATION");
    };
  }

  private static int nodes(String value, int machines) {
    final Matcher number = NUMBER.matcher(value);
    if (number.matches()) {
      final int given = Integer.parseInt(number.group(2));
      final int nodes =
          switch (number.group(1)) {
            case "+" -> machines + given;
            case "-" -> machines - given;
            default -> given;
          };
      if (nodes >= 1 && nodes <= MOST_NODES) {
        return nodes;
      }
    }
    throw new IllegalArgumentException(
        "'nodes="
            + value
            + "' cannot be simulated: the history has "
            + machines
            + " machines, and a simulation 1 to "
            + MOST_NODES);
  }

  /** Of shorter pauses of owners the history says nothing: they lie within their presence. */
  private static Duration idleAfter(String value, Duration recorded) {
    final Duration duration = Durations.parse(value);
    if (duration.compareTo(recorded) < 0) {
      throw new IllegalArgumentException(
          "a history says nothing of pauses shorter than the "
              + Durations.format(recorded)
              + " after which machines were offered: idle-after="
              + value
              + " cannot be answered");
    }
    return duration;
  }
}
