package io.lull.bench.reclaim;

import io.lull.bench.reclaim.Latency.Policy;
import io.lull.protocol.text.Durations;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What {@code lull bench reclaim} was asked for.
 *
 * @param events of each kind
 * @param idle how long the agent is watched that does nothing
 * @param beside what other agents of this machine do meanwhile
 */
public record Options(
    int events,
    Duration idle,
    Optional<Path> json,
    long seed,
    Set<Part> parts,
    Set<Policy> policies,
    Optional<BusyJob.Kind> beside) {
  static final String USAGE =
      """
      Usage: lull bench reclaim [--events N] [--idle DURATION] [--only PART,…] [--policy POLICY] [--beside JOB] [--json FILE] [--seed N]
      How quickly the owner has the computer back, and what Lull costs them meanwhile.
        --events N        so many of each kind of input (default 200)
        --idle DURATION   how long an agent is watched that has nothing to do (default 60s)
        --only PART,…     x11, wayland, day, slowdown, memory, agent (default: all)
        --policy POLICY   strict or gentle, of x11, wayland and memory (default: both, and BOINC's client)
        --beside JOB      checkpoint or change: two more agents of this machine share a job whose 512 MiB are written as
                          checkpoints, or moved from one to the other, all the time; ghost: a job computes next to nothing on
                          one of them, and a worker without data waits on the other (default: no such job)
        --json FILE       all figures, as one document
        --seed N          of the random times between events (default: a new one, which is printed)
      Needs a machine that does nothing else; what cannot be measured on it is said to be skipped.\
      """;

  private static final Set<String> KNOWN =
      Set.of("--events", "--idle", "--only", "--policy", "--beside", "--json", "--seed");

  private static final int MOST_EVENTS = 10_000;

  /** What can be measured by itself. */
  public enum Part {
    X11,
    WAYLAND,
    DAY,
    SLOWDOWN,
    MEMORY,
    AGENT
  }

  /**
   * @throws IllegalArgumentException with one line that says what is wrong
   */
  public static Options parse(List<String> words) {
    int events = 200;
    Duration idle = Duration.ofSeconds(60);
    Optional<Path> json = Optional.empty();
    long seed = new SecureRandom().nextInt(Integer.MAX_VALUE);
    Set<Part> parts = EnumSet.allOf(Part.class);
    Set<Policy> policies = EnumSet.allOf(Policy.class);
    Optional<BusyJob.Kind> beside = Optional.empty();
    for (final Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
      final String word = rest.next();
      if (!KNOWN.contains(word)) {
        throw new IllegalArgumentException(
            "there is no option '" + word + "' (lull bench reclaim --help says more)");
      }
      if (!rest.hasNext()) {
        throw new IllegalArgumentException(word + " needs a value");
      }
      final String value = rest.next();
      try {
        switch (word) {
          case "--events" -> events = number(value);
          case "--idle" -> idle = Durations.parse(value);
          case "--json" -> json = Optional.of(Path.of(value).toAbsolutePath());
          case "--policy" ->
              policies = EnumSet.of(Policy.valueOf(value.strip().toUpperCase(Locale.ROOT)));
          case "--beside" ->
              beside = Optional.of(BusyJob.Kind.valueOf(value.strip().toUpperCase(Locale.ROOT)));
          case "--seed" -> seed = Long.parseLong(value);
          default -> parts = parts(value);
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(word + " cannot be '" + value + "'" + form(word), e);
      }
    }
    return new Options(events, idle, json, seed, parts, policies, beside);
  }

  private static String form(String word) {
    return switch (word) {
      case "--events" -> ": it must be a whole number from 1 to " + MOST_EVENTS;
      case "--idle" -> ": it must be a duration, such as 60s";
      case "--seed" -> ": it must be a whole number";
      case "--policy" -> ": it must be strict or gentle";
      case "--beside" -> ": it must be checkpoint, change or ghost";
      case "--only" ->
          ": it must be some of "
              + Arrays.stream(Part.values())
                  .map(part -> part.name().toLowerCase(Locale.ROOT))
                  .collect(Collectors.joining(", "));
      default -> "";
    };
  }

  private static int number(String text) {
    final int value = Integer.parseInt(text);
    if (value < 1 || value > MOST_EVENTS) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  private static Set<Part> parts(String text) {
    return Arrays.stream(text.split(","))
        .map(part -> Part.valueOf(part.strip().toUpperCase(Locale.ROOT)))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Part.class)));
  }
}
