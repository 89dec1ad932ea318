package io.lull.agent.core.settings;

import io.lull.platform.input.InputSignal.Engagement;
import io.lull.protocol.text.Durations;
import io.lull.protocol.text.Sizes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A setting that an owner may choose.
 *
 * @param range allowed values: for people, after "must be"
 * @param reader of a value's text; refuses by {@link IllegalArgumentException}
 * @param order null: values have no order
 */
public record Setting<T>(
    String key,
    String defaultText,
    String range,
    Function<String, T> reader,
    @Nullable Comparator<T> order) {

  /** Bytes per second: no limit, as the throttle represents it. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private static final String PEERS = "peers";

  /** No machine has more. */
  private static final double ALL_CORES = 4096;

  public static final Setting<Duration> IDLE_AFTER =
      duration("idle-after", "5m", Duration.ofMillis(250), Duration.ofHours(24));
  public static final Setting<Double> CPU_THRESHOLD = share("cpu-threshold", "0.10", 0.01);
  public static final Setting<Duration> CPU_WINDOW =
      duration("cpu-window", "20s", Duration.ofSeconds(1), Duration.ofMinutes(10));
  public static final Setting<Duration> GRACE =
      duration("grace", "30s", Duration.ZERO, Duration.ofHours(1));
  public static final Setting<Policy> POLICY =
      new Setting<>(
          "policy",
          "gentle",
          "gentle, strict or linger",
          t -> Policy.valueOf(t.strip().toUpperCase(Locale.ROOT)),
          null);
  public static final Setting<Duration> HOLD_LIMIT =
      duration("hold-limit", "2s", Duration.ZERO, Duration.ofHours(1));
  public static final Setting<Double> HOLD_SHARE = share("hold-share", "0.25", 0.01);
  public static final Setting<Duration> LINGER_TIME =
      duration("linger-time", "2m", Duration.ZERO, Duration.ofHours(1));
  public static final Setting<Double> LINGER_LOAD = share("linger-load", "0.25", 0.01);
  public static final Setting<Double> LINGER_SHARE =
      new Setting<>(
          "linger-share",
          "1",
          "all, or a number of cores from 0.01 to 4096",
          t -> t.strip().equals("all") ? ALL_CORES : number(t, 0.01, ALL_CORES),
          Comparator.<Double>naturalOrder());
  public static final Setting<Boolean> IGNORE_KNOCKS =
      new Setting<>("ignore-knocks", "off", "on or off", Setting::onOrOff, null);
  public static final Setting<Set<Engagement>> IGNORE_ENGAGEMENT =
      new Setting<>(
          "ignore-engagement",
          "none",
          "none, or some of screen-kept-on, full-screen, microphone, camera and remote-desktop"
              + " separated by commas",
          t -> t.strip().equals("none") ? Set.of() : engagements(t),
          null);
  public static final Setting<Double> BUSY_DISK = share("busy-disk", "0.5", 0.05);
  public static final Setting<Double> BUSY_NETWORK = share("busy-network", "0.5", 0.05);
  public static final Setting<Double> MAX_TEMPERATURE =
      new Setting<>(
          "max-temperature",
          "90",
          "any, or a number of degrees Celsius from 40 to 110",
          t -> t.strip().equals("any") ? Double.POSITIVE_INFINITY : number(t, 40, 110),
          Comparator.<Double>naturalOrder());
  public static final Setting<Integer> MAX_CORES =
      new Setting<>(
          "max-cores",
          "all",
          "all, or a whole number from 1 to 4096",
          t -> t.strip().equals("all") ? Integer.MAX_VALUE : (int) whole(t, 1, 4096),
          Comparator.<Integer>naturalOrder());
  public static final Setting<MemoryLimit> MAX_MEMORY =
      new Setting<>("max-memory", "50%", MemoryLimit.FORM, MemoryLimit::parse, MemoryLimit.ORDER);
  public static final Setting<Long> MAX_DISK =
      new Setting<>(
          "max-disk",
          "10G",
          "a size from 1M to 1024T",
          t -> size(t, 1L << 20, 1L << 50),
          Comparator.<Long>naturalOrder());

  /** Bytes per second. */
  public static final Setting<Long> MAX_NETWORK =
      new Setting<>(
          "max-network",
          "all",
          "all, or a size a second from 1M to 1T",
          t -> t.strip().equals("all") ? UNLIMITED : size(t, 1L << 20, 1L << 40),
          Comparator.<Long>naturalOrder());

  public static final Setting<OnBattery> ON_BATTERY =
      new Setting<>(
          "on-battery",
          "never",
          OnBattery.FORM,
          OnBattery::parse,
          Comparator.comparingDouble(OnBattery::above));
  public static final Setting<OnPowerSaver> ON_POWER_SAVER =
      new Setting<>(
          "on-power-saver",
          "never",
          "never or always",
          t -> OnPowerSaver.valueOf(t.strip().toUpperCase(Locale.ROOT)),
          null);
  public static final Setting<Schedule> SCHEDULE =
      new Setting<>("schedule", "always", Schedule.FORM, Schedule::parse, null);
  public static final Setting<Set<String>> EXCLUSIVE_PROGRAMS =
      new Setting<>(
          "exclusive-programs",
          "none",
          "none, or at most 64 program names separated by commas",
          t -> t.strip().equals("none") ? Set.of() : names(t.toLowerCase(Locale.ROOT)),
          null);
  public static final Setting<Set<String>> WELCOME =
      new Setting<>(
          "welcome",
          "everyone",
          "everyone, or at most 64 user names separated by commas",
          t -> t.strip().equals("everyone") ? Set.of() : names(t),
          null);

  /** What this computer shares with others: they may fail together. */
  public static final Setting<Set<String>> LABELS =
      new Setting<>(
          "labels",
          "none",
          "none, or at most 64 of name=value separated by commas, such as room=2.14",
          t -> t.strip().equals("none") ? Set.of() : labels(t),
          null);

  public static final Setting<Isolation> REQUIRE_ISOLATION =
      new Setting<>(
          "require-isolation",
          "sandbox",
          Isolation.FORM,
          Isolation::parse,
          Comparator.<Isolation>naturalOrder());

  /** Whether guests' messages to other computers must be encrypted, whatever a coordinator says. */
  public static final Setting<Boolean> REQUIRE_ENCRYPTION =
      new Setting<>("require-encryption", "off", "on or off", Setting::onOrOff, null);

  /** Whether guests reach the network beside their peers, if their jobs ask for it. */
  public static final Setting<Boolean> GUEST_NETWORK =
      new Setting<>("guest-network", PEERS, "peers or open", Setting::peersOrOpen, null);

  /** Whether workers may wait here without data, to compute at once if their job needs them. */
  public static final Setting<Boolean> GHOSTS =
      new Setting<>("ghosts", "on", "on or off", Setting::onOrOff, null);

  /** Fingerprints of certificates; none: programs of everybody run. */
  public static final Setting<Set<String>> TRUSTED_SIGNERS =
      new Setting<>(
          "trusted-signers",
          "anybody",
          "anybody, or at most 64 SHA-256 fingerprints of certificates separated by commas",
          t -> t.strip().equals("anybody") ? Set.of() : fingerprints(t),
          null);

  public static final List<Setting<?>> ALL =
      List.of(
          IDLE_AFTER,
          CPU_THRESHOLD,
          CPU_WINDOW,
          GRACE,
          POLICY,
          HOLD_LIMIT,
          HOLD_SHARE,
          LINGER_TIME,
          LINGER_LOAD,
          LINGER_SHARE,
          IGNORE_KNOCKS,
          IGNORE_ENGAGEMENT,
          BUSY_DISK,
          BUSY_NETWORK,
          MAX_TEMPERATURE,
          MAX_CORES,
          MAX_MEMORY,
          MAX_DISK,
          MAX_NETWORK,
          ON_BATTERY,
          ON_POWER_SAVER,
          SCHEDULE,
          EXCLUSIVE_PROGRAMS,
          WELCOME,
          LABELS,
          REQUIRE_ISOLATION,
          REQUIRE_ENCRYPTION,
          GUEST_NETWORK,
          GHOSTS,
          TRUSTED_SIGNERS);

  private static final int MAX_NAMES = 64;
  private static final int MAX_TEXT = 4096;
  private static final Pattern LABEL =
      Pattern.compile("[a-z][a-z0-9-]{0,31}=[\\p{L}\\p{N}._@ -]{1,63}");
  private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");
  private static final int MAX_SHOWN = 40;

  /** Longer than any key. */
  private static final int MAX_SHOWN_OF_KEY = 24;

  /** A line that named all keys would be read by nobody. */
  private static final int MAX_NAMED_KEYS = 12;

  /**
   * @throws IllegalArgumentException with one line that names the first keys, and says where all
   *     are
   */
  public static Setting<?> of(String key) {
    return ALL.stream()
        .filter(setting -> setting.key.equals(key))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no setting '"
                    + shown(key, MAX_SHOWN_OF_KEY)
                    + "': it is one of "
                    + ALL.stream()
                        .map(Setting::key)
                        .limit(MAX_NAMED_KEYS)
                        .collect(Collectors.joining(", "))
                    + " and "
                    + (ALL.size() - MAX_NAMED_KEYS)
                    + " more (lull owner get lists all)"));
  }

  /**
   * @throws IllegalArgumentException with one line that states the allowed values
   */
  T parse(String text) {
    try {
      if (text.length() > MAX_TEXT) {
        throw new IllegalArgumentException("too long");
      }
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          key + " cannot be '" + shown(text, MAX_SHOWN) + "': it must be " + range, e);
    }
  }

  private static String shown(String text, int most) {
    return text.length() > most ? text.substring(0, most) + "…" : text;
  }

  static double number(String text, double least, double greatest) {
    final double value = Double.parseDouble(text.strip());
    if (!(value >= least && value <= greatest)) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  private static long whole(String text, long least, long greatest) {
    final long value = Long.parseLong(text.strip());
    if (value < least || value > greatest) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  private static long size(String text, long least, long greatest) {
    final long bytes = Sizes.parse(text);
    if (bytes < least || bytes > greatest) {
      throw new IllegalArgumentException("out of range");
    }
    return bytes;
  }

  /** As tools print them: with or without colons, in either case. */
  private static Set<String> fingerprints(String text) {
    final Set<String> all = names(text.replace(":", "").toLowerCase(Locale.ROOT));
    if (!all.stream().allMatch(each -> FINGERPRINT.matcher(each).matches())) {
      throw new IllegalArgumentException("not a fingerprint");
    }
    return all;
  }

  private static Set<String> names(String text) {
    final Set<String> names =
        Arrays.stream(text.split(",", -1)).map(String::strip).collect(Collectors.toSet());
    if (names.contains("") || names.size() > MAX_NAMES) {
      throw new IllegalArgumentException("not a list of names");
    }
    return Set.copyOf(names);
  }

  private static Set<String> labels(String text) {
    final Set<String> labels = names(text);
    if (!labels.stream().allMatch(LABEL.asMatchPredicate())) {
      throw new IllegalArgumentException("not name=value");
    }
    return labels;
  }

  private static boolean onOrOff(String text) {
    return switch (text.strip()) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new IllegalArgumentException("neither");
    };
  }

  private static boolean peersOrOpen(String text) {
    return switch (text.strip()) {
      case PEERS -> false;
      case "open" -> true;
      default -> throw new IllegalArgumentException("neither");
    };
  }

  private static Set<Engagement> engagements(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(word -> Engagement.valueOf(word.strip().toUpperCase(Locale.ROOT).replace('-', '_')))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Setting<Double> share(String key, String defaultText, double least) {
    return new Setting<>(
        key,
        defaultText,
        "a share from " + least + " to 1.0",
        t -> number(t, least, 1),
        Comparator.<Double>naturalOrder());
  }

  private static Setting<Duration> duration(
      String key, String defaultText, Duration least, Duration greatest) {
    return new Setting<>(
        key,
        defaultText,
        "a duration from " + Durations.format(least) + " to " + Durations.format(greatest),
        text -> {
          final Duration value = Durations.parse(text);
          if (value.compareTo(least) < 0 || value.compareTo(greatest) > 0) {
            throw new IllegalArgumentException("out of range");
          }
          return value;
        },
        Comparator.<Duration>naturalOrder());
  }
}
