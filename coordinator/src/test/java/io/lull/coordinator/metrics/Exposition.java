package io.lull.coordinator.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prometheus's text format (0.0.4), read as strictly as it is written down: whatever departs from
 * it is an error, also where a scraper would let it pass.
 */
public final class Exposition {
  private static final Set<String> TYPES = Set.of("counter", "gauge", "histogram", "summary");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");

  private final Map<String, Family> families = new LinkedHashMap<>();

  /** What stands between one HELP and the next. */
  public record Family(String name, String help, String type, List<Sample> samples) {}

  public record Sample(String name, Map<String, String> labels, double value) {}

  private Exposition() {}

  public static Exposition parse(String text) {
    final Exposition read = new Exposition();
    require(text.endsWith("\n"), "the last line ends as all others", text);
    String help = "";
    String helpOf = "";
    Family family = new Family("", "", "", new ArrayList<>());
    for (final String line : text.split("\n")) {
      if (line.startsWith("# HELP ")) {
        final String[] words = line.split(" ", 4);
        require(words.length == 4 && !words[3].isBlank(), "a help says something", line);
        helpOf = words[2];
        help = words[3];
      } else if (line.startsWith("# TYPE ")) {
        final String[] words = line.split(" ");
        require(words.length == 4 && TYPES.contains(words[3]), "a type is known", line);
        require(NAME.matcher(words[2]).matches(), "a name is a name", line);
        require(words[2].equals(helpOf), "a type follows the help of the same name", line);
        family = new Family(words[2], help, words[3], new ArrayList<>());
        require(read.families.put(words[2], family) == null, "a name comes once", line);
      } else {
        require(!family.name().isEmpty() && !line.isBlank(), "a sample belongs to a name", line);
        family.samples().add(sample(family, line));
      }
    }
    read.families.values().forEach(Exposition::check);
    return read;
  }

  private static Sample sample(Family family, String line) {
    final Matcher sample = SAMPLE.matcher(line);
    require(sample.matches(), "a sample is a name, labels, and a value", line);
    final String suffix =
        sample.group(1).startsWith(family.name())
            ? sample.group(1).substring(family.name().length())
            : "?";
    final Set<String> suffixes =
        switch (family.type()) {
          case "histogram" -> Set.of("_bucket", "_sum", "_count");
          case "summary" -> Set.of("", "_sum", "_count");
          default -> Set.of("");
        };
    require(suffixes.contains(suffix), "a sample stands below its own name", line);
    final Map<String, String> labels = new TreeMap<>();
    if (sample.group(2) != null) {
      final Matcher label = LABEL.matcher(sample.group(2));
      int end = 0;
      while (end < sample.group(2).length()) {
        require(label.find(end) && label.start() == end, "labels are names and values", line);
        require(labels.put(label.group(1), label.group(2)) == null, "a label comes once", line);
        end = label.end();
      }
    }
    return new Sample(sample.group(1), labels, value(sample.group(3)));
  }

  private static double value(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static void check(Family family) {
    require(!family.samples().isEmpty(), "a name has samples", family.name());
    require(
        family.samples().stream().map(s -> s.name() + s.labels()).distinct().count()
            == family.samples().size(),
        "no sample comes twice",
        family.name());
    if (family.type().equals("counter")) {
      require(family.name().endsWith("_total"), "a counter ends in _total", family.name());
      require(
          family.samples().stream().allMatch(s -> s.value() >= 0),
          "a counter is not negative",
          family.name());
    }
    if (family.type().equals("histogram")) {
      checkHistogram(family);
    }
  }

  /** Of each set of labels: buckets that rise, up to the last, which is the count. */
  private static void checkHistogram(Family family) {
    final Map<Map<String, String>, List<Sample>> buckets = new LinkedHashMap<>();
    for (final Sample sample : family.samples()) {
      if (sample.name().endsWith("_bucket")) {
        final Map<String, String> rest = new TreeMap<>(sample.labels());
        require(rest.remove("le") != null, "a bucket has a bound", sample.name());
        buckets.computeIfAbsent(rest, _ -> new ArrayList<>()).add(sample);
      }
    }
    require(!buckets.isEmpty(), "a histogram has buckets", family.name());
    buckets.forEach((labels, all) -> {
      for (int i = 1; i < all.size(); i++) {
        require(bound(all.get(i - 1)) < bound(all.get(i)), "bounds rise", family.name());
        require(all.get(i - 1).value() <= all.get(i).value(), "buckets add up", family.name());
      }
      require(bound(all.getLast()) == Double.POSITIVE_INFINITY, "the last has all", family.name());
      final Sample count =
          family.samples().stream()
              .filter(s -> s.name().endsWith("_count") && s.labels().equals(labels))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no count of " + family.name() + labels));
      require(
          count.value() == all.getLast().value(), "the last bucket is the count", family.name());
    });
  }

  private static double bound(Sample bucket) {
    return value(String.valueOf(bucket.labels().get("le")));
  }

  private static void require(boolean held, String rule, String where) {
    if (!held) {
      throw new AssertionError("against '" + rule + "': " + where);
    }
  }

  public Map<String, Family> families() {
    return families;
  }

  /**
   * @param labels names and values by turns
   */
  public OptionalDouble value(String name, String... labels) {
    final Map<String, String> wanted = new TreeMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      wanted.put(labels[i], labels[i + 1]);
    }
    return families.values().stream()
        .flatMap(family -> family.samples().stream())
        .filter(sample -> sample.name().equals(name) && sample.labels().equals(wanted))
        .mapToDouble(Sample::value)
        .findFirst();
  }

  /** The value, which is there. */
  public double get(String name, String... labels) {
    return value(name, labels)
        .orElseThrow(() -> new AssertionError("there is no " + name + List.of(labels)));
  }
}
