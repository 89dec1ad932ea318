package io.lull.cli.simulate;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A report's chart as pixels, for programs that show no SVG. It knows the elements and the classes
 * of style that charts of reports have, and takes their light colours from the picture itself.
 */
final class ChartPicture {
  /** Sharp where a screen has two pixels for one. */
  private static final int SCALE = 2;

  private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+):(#[0-9a-fA-F]{3,6})\\b");
  private static final Pattern RULE = Pattern.compile("([^{}]*)\\{([^{}]*)\\}");
  private static final Pattern FILL =
      Pattern.compile("(?:^|;)\\s*fill:(?:var\\(--([a-z0-9-]+)\\)|(#[0-9a-fA-F]+))");
  private static final Pattern POINT = Pattern.compile("([ML])(-?[0-9.]+) (-?[0-9.]+)|Z");
  private static final float[] DASHES = {7, 3};
  private static final float[] DOTS = {2, 3};
  private static final float[] DASHES_AND_DOTS = {9, 3, 2, 3};
  private static final float FAINT = 0.6f;

  /** As in the style sheet. */
  private static final int FONT_SIZE = 11;

  private final Map<String, Color> colours = new HashMap<>();
  private final Map<String, Color> fills = new HashMap<>();
  private final Graphics2D pen;

  private ChartPicture(String svg, Graphics2D pen) {
    this.pen = pen;
    final Matcher colour = COLOUR.matcher(svg);
    while (colour.find()) {
      // Those for dark surroundings come later.
      colours.putIfAbsent(colour.group(1), colour(colour.group(2)));
    }
    final Matcher rule = RULE.matcher(svg);
    while (rule.find()) {
      final Matcher fill = FILL.matcher(rule.group(2));
      if (fill.find()) {
        final Color with =
            fill.group(1) == null ? colour(fill.group(2)) : colour(fill.group(1), Color.BLACK);
        for (final String selector : rule.group(1).strip().split(",")) {
          fills.put(selector, with);
        }
      }
    }
  }

  private static Color colour(String hex) {
    final String full =
        hex.length() == 4
            ? "#"
                + hex.substring(1)
                    .chars()
                    .mapToObj(c -> "" + (char) c + (char) c)
                    .reduce("", String::concat)
            : hex;
    return Color.decode(full);
  }

  /**
   * @param svg of a chart, by itself, with its style sheet
   */
  static byte[] png(String svg) {
    System.setProperty("java.awt.headless", "true");
    try {
      final XMLInputFactory factory = XMLInputFactory.newFactory();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      final XMLStreamReader elements = factory.createXMLStreamReader(new StringReader(svg));
      elements.nextTag();
      final String[] box = elements.getAttributeValue(null, "viewBox").split(" ");
      final int width = Integer.parseInt(box[2]);
      final int height = Integer.parseInt(box[3]);
      final BufferedImage image =
          new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
      final Graphics2D pen = image.createGraphics();
      try {
        pen.scale(SCALE, SCALE);
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(
            RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        final ChartPicture picture = new ChartPicture(svg, pen);
        pen.setColor(picture.colour("bg", Color.WHITE));
        pen.fillRect(0, 0, width, height);
        picture.draw(elements);
      } finally {
        pen.dispose();
      }
      final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ImageIO.write(image, "png", bytes);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (XMLStreamException e) {
      throw new IllegalArgumentException("the chart is not well-formed", e);
    }
  }

  private Color colour(String name, Color otherwise) {
    return colours.getOrDefault(name, otherwise);
  }

  private void draw(XMLStreamReader elements) throws XMLStreamException {
    while (elements.hasNext()) {
      if (elements.next() == XMLStreamConstants.START_ELEMENT) {
        final List<String> style = style(elements);
        switch (elements.getLocalName()) {
          case "line" ->
              stroke(
                  style,
                  new Line2D.Double(
                      number(elements, "x1"),
                      number(elements, "y1"),
                      number(elements, "x2"),
                      number(elements, "y2")));
          case "rect" -> {
            final Shape rectangle =
                new Rectangle2D.Double(
                    number(elements, "x"),
                    number(elements, "y"),
                    number(elements, "width"),
                    number(elements, "height"));
            if (style.contains("offline")) {
              stroke(style, rectangle);
            } else {
              pen.setColor(fill(style).orElseGet(() -> ofSeries(style)));
              pen.fill(rectangle);
            }
          }
          case "circle" -> {
            final double radius = number(elements, "r");
            pen.setColor(ofSeries(style));
            pen.fill(
                new Ellipse2D.Double(
                    number(elements, "cx") - radius,
                    number(elements, "cy") - radius,
                    2 * radius,
                    2 * radius));
          }
          case "path" -> path(style, elements.getAttributeValue(null, "d"));
          case "text" -> words(style, elements);
          default -> {
            // Words for those who cannot see it, and the style sheet.
          }
        }
      }
    }
  }

  private static List<String> style(XMLStreamReader elements) {
    final String names = elements.getAttributeValue(null, "class");
    return names == null ? List.of() : List.of(names.split(" "));
  }

  private static double number(XMLStreamReader elements, String name) {
    return Double.parseDouble(elements.getAttributeValue(null, name));
  }

  /** By a rule for one of its classes. */
  private Optional<Color> fill(List<String> style) {
    return style.stream().map(name -> fills.get("." + name)).filter(Objects::nonNull).findFirst();
  }

  private Color ofSeries(List<String> style) {
    return style.stream()
        .filter(name -> name.matches("s[0-9]"))
        .findFirst()
        .map(name -> colour(name, Color.BLACK))
        .orElse(Color.BLACK);
  }

  private void stroke(List<String> style, Shape shape) {
    final boolean margin = style.contains("margin");
    pen.setStroke(
        style.contains("one") || style.contains("offline")
            ? dashed(1, DOTS)
            : margin
                ? new BasicStroke(1)
                : style.contains("line") ? line(style) : new BasicStroke(1));
    pen.setColor(
        style.contains("grid")
            ? colour("border-muted", Color.LIGHT_GRAY)
            : style.contains("axis")
                ? colour("border", Color.GRAY)
                : style.contains("one") || style.contains("offline")
                    ? colour("fg-subtle", Color.GRAY)
                    : style.contains("error") ? colour("fg", Color.BLACK) : ofSeries(style));
    if (margin) {
      pen.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, FAINT));
    }
    pen.draw(shape);
    pen.setComposite(AlphaComposite.SrcOver);
  }

  private static BasicStroke line(List<String> style) {
    return style.contains("s1")
        ? dashed(2, DASHES)
        : style.contains("s2")
            ? dashed(2, DOTS)
            : style.contains("s3") ? dashed(2, DASHES_AND_DOTS) : new BasicStroke(2);
  }

  private static BasicStroke dashed(float width, float[] pattern) {
    return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, pattern, 0);
  }

  private void path(List<String> style, String description) {
    final Path2D path = new Path2D.Double();
    final Matcher point = POINT.matcher(description);
    while (point.find()) {
      if (point.group(1) == null) {
        path.closePath();
      } else {
        final double x = Double.parseDouble(point.group(2));
        final double y = Double.parseDouble(point.group(3));
        if (point.group(1).equals("M")) {
          path.moveTo(x, y);
        } else {
          path.lineTo(x, y);
        }
      }
    }
    fill(style)
        .ifPresentOrElse(
            colour -> {
              pen.setColor(colour);
              pen.fill(path);
            },
            () -> stroke(style, path));
  }

  private void words(List<String> style, XMLStreamReader elements) throws XMLStreamException {
    final double x = number(elements, "x");
    final double y = number(elements, "y");
    final String anchor = elements.getAttributeValue(null, "text-anchor");
    final String words = elements.getElementText();
    pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE));
    pen.setColor(fill(style).orElseGet(() -> colour("fg", Color.BLACK)));
    final double width = pen.getFontMetrics().getStringBounds(words, pen).getWidth();
    final double left =
        switch (anchor) {
          case "end" -> x - width;
          case "middle" -> x - width / 2;
          default -> x;
        };
    pen.drawString(words, (float) left, (float) y);
  }
}
