package io.lull.cli.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Objects of JSON as lines of CSV (RFC 4180), with the same names: a value within an object within
 * a row is called by both names, with a dot between.
 */
public final class JsonCsv {
  private JsonCsv() {}

  /**
   * @param rows objects of the same form
   */
  public static String of(Iterable<JsonNode> rows) {
    final StringBuilder csv = new StringBuilder();
    for (final JsonNode row : rows) {
      final Map<String, String> values = new LinkedHashMap<>();
      flatten("", row, values);
      if (csv.isEmpty()) {
        csv.append(line(values.keySet()));
      }
      csv.append(line(values.values()));
    }
    return csv.toString();
  }

  private static void flatten(String prefix, JsonNode object, Map<String, String> values) {
    for (final Map.Entry<String, JsonNode> field : object.properties()) {
      if (field.getValue().isObject()) {
        flatten(prefix + field.getKey() + ".", field.getValue(), values);
      } else {
        values.put(prefix + field.getKey(), field.getValue().asText());
      }
    }
  }

  private static String line(Iterable<String> fields) {
    final StringBuilder line = new StringBuilder();
    for (final String field : fields) {
      line.append(line.isEmpty() ? "" : ",").append(quoted(field));
    }
    return line.append('\n').toString();
  }

  private static String quoted(String field) {
    return field.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + field.replace("\"", "\"\"") + '"'
        : field;
  }
}
