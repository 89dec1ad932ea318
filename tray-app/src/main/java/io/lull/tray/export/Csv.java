package io.lull.tray.export;

/** A table in CSV, see RFC 4180. */
public final class Csv {
  private static final String END = "\r\n";

  private final StringBuilder text = new StringBuilder();

  public Csv row(String... fields) {
    for (int f = 0; f < fields.length; f++) {
      text.append(f == 0 ? "" : ",").append(field(fields[f]));
    }
    text.append(END);
    return this;
  }

  public String text() {
    return text.toString();
  }

  private static String field(String value) {
    return value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + value.replace("\"", "\"\"") + '"'
        : value;
  }
}
