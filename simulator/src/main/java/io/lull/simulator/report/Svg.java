package io.lull.simulator.report;

import java.util.Locale;

/** An SVG picture, element by element; its colours are those of the page's style sheet. */
final class Svg {
  static final int WIDTH = 720;
  static final int HEIGHT = 330;

  private final StringBuilder text = new StringBuilder();

  /**
   * @param title what it shows, in a few words
   * @param description what can be seen in it, for those who cannot
   */
  Svg(String title, String description) {
    text.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
                + " aria-label=\"%s\">%n<title>%s</title>%n<desc>%s</desc>%n",
            WIDTH,
            HEIGHT,
            escaped(title),
            escaped(title),
            escaped(description)));
  }

  static String escaped(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A number as short as a picture needs it. */
  static String number(double number) {
    final String fixed = String.format(Locale.ROOT, "%.2f", number);
    return fixed.contains(".") ? fixed.replaceAll("\\.?0+$", "") : fixed;
  }

  Svg line(String style, double x1, double y1, double x2, double y2) {
    return element("line", style, attributes("x1", x1, "y1", y1, "x2", x2, "y2", y2));
  }

  Svg rectangle(String style, double x, double y, double width, double height) {
    return element("rect", style, attributes("x", x, "y", y, "width", width, "height", height));
  }

  Svg circle(String style, double x, double y, double radius) {
    return element("circle", style, attributes("cx", x, "cy", y, "r", radius));
  }

  /** Lines from point to point, or an area if it is closed. */
  Svg path(String style, String path) {
    return element("path", style, " d=\"" + path + "\"");
  }

  /**
   * @param anchor start, middle or end
   */
  Svg words(String style, String anchor, double x, double y, String words) {
    text.append("<text class=\"")
        .append(style)
        .append("\" text-anchor=\"")
        .append(anchor)
        .append('"')
        .append(attributes("x", x, "y", y))
        .append('>')
        .append(escaped(words))
        .append("</text>\n");
    return this;
  }

  private Svg element(String name, String style, String attributes) {
    text.append('<')
        .append(name)
        .append(" class=\"")
        .append(style)
        .append('"')
        .append(attributes)
        .append("/>\n");
    return this;
  }

  private static String attributes(Object... namesAndNumbers) {
    final StringBuilder all = new StringBuilder();
    for (int i = 0; i < namesAndNumbers.length; i += 2) {
      all.append(' ')
          .append(namesAndNumbers[i])
          .append("=\"")
          .append(number((double) namesAndNumbers[i + 1]))
          .append('"');
    }
    return all.toString();
  }

  @Override
  public String toString() {
    return text + "</svg>\n";
  }
}
