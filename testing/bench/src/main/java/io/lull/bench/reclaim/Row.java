package io.lull.bench.reclaim;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.Sample;
import java.util.Locale;

/**
 * A figure.
 *
 * @param measured for people
 * @param numbers for programs
 */
record Row(String figure, String measured, String target, Met met, ObjectNode numbers) {
  enum Met {
    YES("yes"),
    NO("no"),
    /** It is shown beside others, or could not be measured. */
    NONE("–");

    private final String word;

    Met(String word) {
      this.word = word;
    }

    static Met when(boolean met) {
      return met ? YES : NO;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  static Row skipped(String figure, String target, String why) {
    final ObjectNode numbers = JsonNodeFactory.instance.objectNode();
    return new Row(figure, "skipped: " + why, target, Met.NONE, numbers.put("skipped", why));
  }

  /** Times in milliseconds: the median, the tail and the worst. */
  static Row times(String figure, Sample millis, String target, Met met, String remark) {
    final ObjectNode numbers = JsonNodeFactory.instance.objectNode();
    numbers.put("count", millis.values().size());
    numbers.put("medianMs", millis.median());
    numbers.put("p95Ms", millis.percentile(0.95));
    numbers.put("p99Ms", millis.percentile(0.99));
    numbers.put("maxMs", millis.most());
    millis.values().forEach(numbers.putArray("allMs")::add);
    return new Row(
        figure,
        String.format(
            Locale.ROOT,
            "median %s, 95 %% %s, 99 %% %s, most %s ms (%d)%s",
            number(millis.median()),
            number(millis.percentile(0.95)),
            number(millis.percentile(0.99)),
            number(millis.most()),
            millis.values().size(),
            remark.isEmpty() ? "" : "; " + remark),
        target,
        met,
        numbers);
  }

  static String number(double value) {
    return value >= 100
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }

  String line() {
    return "| " + figure + " | " + measured + " | " + target + " | " + met + " |";
  }

  ObjectNode document() {
    final ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("figure", figure);
    document.put("measured", measured);
    document.put("target", target);
    if (met != Met.NONE) {
      document.put("met", met == Met.YES);
    }
    document.setAll(numbers);
    return document;
  }
}
