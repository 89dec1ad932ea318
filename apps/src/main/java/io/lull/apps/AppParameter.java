package io.lull.apps;

import io.lull.reconfig.Pace;

/**
 * A parameter as {@code lull apps} shows it.
 *
 * @param form of its value, such as {@code N} or {@code DURATION}
 * @param otherwise its default value
 * @param meaning a line for people
 */
public record AppParameter(String name, String form, String otherwise, String meaning) {
  static final AppParameter PACE =
      new AppParameter(
          Pace.PARAMETER,
          "DURATION",
          "0s",
          "minimum time per iteration, for demonstrations, such as 50ms");
}
