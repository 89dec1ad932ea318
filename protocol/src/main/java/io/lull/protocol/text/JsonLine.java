package io.lull.protocol.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JSON object on one line, for programs that write no other JSON than that; whatever a text
 * contains, the line has no line end and is ASCII, so that no reader mistakes where it ends.
 */
public final class JsonLine {
  private final StringBuilder out = new StringBuilder("{");

  public JsonLine put(String name, String value) {
    name(name);
    quote(value);
    return this;
  }

  public JsonLine put(String name, boolean value) {
    name(name);
    out.append(value);
    return this;
  }

  public JsonLine put(String name, long value) {
    name(name);
    out.append(value);
    return this;
  }

  /** JSON has no NaN and no infinity: they are null. */
  public JsonLine put(String name, double value) {
    name(name);
    out.append(number(value));
    return this;
  }

  public JsonLine put(String name, JsonLine value) {
    name(name);
    out.append(value);
    return this;
  }

  public JsonLine put(String name, List<JsonLine> values) {
    return list(name, values.stream().map(JsonLine::toString));
  }

  public JsonLine putNumbers(String name, List<Double> values) {
    return list(name, values.stream().map(JsonLine::number));
  }

  public JsonLine putNull(String name) {
    name(name);
    out.append("null");
    return this;
  }

  private JsonLine list(String name, Stream<String> values) {
    name(name);
    out.append(values.collect(Collectors.joining(",", "[", "]")));
    return this;
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.valueOf(value) : "null";
  }

  private void name(String name) {
    if (out.length() > 1) {
      out.append(',');
    }
    quote(name);
    out.append(':');
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      final char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c >= ' ' && c < 0x7f) {
            out.append(c);
          } else {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          }
        }
      }
    }
    out.append('"');
  }

  @Override
  public String toString() {
    return out + "}";
  }
}
