package io.lull.bench.fleet;

import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a coordinator shows of itself at one moment.
 *
 * @param values by their names with their labels
 */
record MetricsPage(Map<String, Double> values) {
  static MetricsPage read(HostPort door) throws IOException {
    final Map<String, Double> values = new TreeMap<>();
    try (InputStream page = URI.create("http://" + door + "/metrics").toURL().openStream()) {
      new String(page.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> {
            final int space = line.lastIndexOf(' ');
            values.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
          });
    }
    return new MetricsPage(values);
  }

  private double since(MetricsPage before, String name) {
    return values.getOrDefault(name, 0.0) - before.values.getOrDefault(name, 0.0);
  }

  /** So many were counted in a histogram since then. */
  double count(MetricsPage before, String histogram) {
    return since(before, histogram + "_count");
  }

  /** Their mean, in milliseconds; 0 when there were none. */
  double meanMillis(MetricsPage before, String histogram) {
    final double count = count(before, histogram);
    return count == 0 ? 0 : since(before, histogram + "_sum") / count * 1e3;
  }

  /** The least bound of the histogram that so great a part was not above, in milliseconds. */
  double boundMillis(MetricsPage before, String histogram, double part) {
    final String prefix = histogram + "_bucket{le=\"";
    final double enough = count(before, histogram) * part;
    double least = Double.POSITIVE_INFINITY;
    for (final String name : values.keySet()) {
      if (name.startsWith(prefix) && since(before, name) >= enough) {
        final String bound = name.substring(prefix.length(), name.lastIndexOf('"'));
        least = Math.min(least, bound.equals("+Inf") ? least : Double.parseDouble(bound) * 1e3);
      }
    }
    return least;
  }
}
