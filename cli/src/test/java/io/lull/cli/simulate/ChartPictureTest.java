package io.lull.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ChartPictureTest {
  private static final String STYLE =
      "<style>:root{--fg:#102030;--fg-muted:#405060;--bg:#fff;--track:#00ff00;--s0:#d55e00;--s1:#0072b2}"
          + ".band{fill:var(--track)}.on-a,.on-b{fill:#0d1117}.offline{fill:none;stroke:var(--fg)}"
          + "@media(prefers-color-scheme:dark){:root{--bg:#000;--s0:#ffffff}}</style>";

  private static BufferedImage drawn(String elements) throws IOException {
    final String svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 50\">"
            + STYLE
            + "<title>a &amp; b</title>"
            + elements
            + "</svg>";
    return ImageIO.read(new ByteArrayInputStream(ChartPicture.png(svg)));
  }

  /** In the chart's own coordinates. */
  private static int at(BufferedImage image, int x, int y) {
    return image.getRGB(2 * x, 2 * y) & 0xffffff;
  }

  @Test
  void hasTwoPixelsForOneAndTheLightColours() throws IOException {
    final BufferedImage image =
        drawn("<rect class=\"bar s0\" x=\"10\" y=\"10\" width=\"20\" height=\"30\"/>");
    assertThat(image.getWidth()).isEqualTo(200);
    assertThat(image.getHeight()).isEqualTo(100);
    assertThat(at(image, 20, 25)).isEqualTo(0xd55e00);
    assertThat(at(image, 40, 25)).isEqualTo(0xffffff);
  }

  @Test
  void drawsLinesAreasAndDots() throws IOException {
    final BufferedImage image =
        drawn(
            "<path class=\"band\" d=\"M0 10L40 10L40 30L0 30Z\"/>"
                + "<path class=\"line s0\" d=\"M50 20L90 20\"/>"
                + "<circle class=\"dot s1\" cx=\"70\" cy=\"40\" r=\"4\"/>"
                + "<line class=\"axis\" x1=\"0\" y1=\"45.5\" x2=\"60\" y2=\"45.5\"/>");
    assertThat(at(image, 20, 20)).as("the band").isEqualTo(0x00ff00);
    assertThat(at(image, 70, 20)).as("the line").isEqualTo(0xd55e00);
    assertThat(at(image, 70, 40)).as("the dot").isEqualTo(0x0072b2);
    assertThat(at(image, 30, 45)).as("the axis").isNotEqualTo(0xffffff);
  }

  @Test
  void areasHaveTheColoursOfTheStyleSheet() throws IOException {
    final BufferedImage image =
        drawn(
            "<rect class=\"band\" x=\"0\" y=\"0\" width=\"20\" height=\"20\"/>"
                + "<rect class=\"on-b\" x=\"30\" y=\"0\" width=\"20\" height=\"20\"/>"
                + "<rect class=\"offline\" x=\"60\" y=\"10\" width=\"20\" height=\"20\"/>");
    assertThat(at(image, 10, 10)).isEqualTo(0x00ff00);
    assertThat(at(image, 40, 10)).isEqualTo(0x0d1117);
    assertThat(at(image, 70, 20)).as("within an outline").isEqualTo(0xffffff);
    assertThat(at(image, 60, 10)).as("the outline").isNotEqualTo(0xffffff);
  }

  @Test
  void wordsEndWhereTheyAreAnchored() throws IOException {
    final BufferedImage image =
        drawn("<text class=\"key\" text-anchor=\"end\" x=\"50\" y=\"30\">MMMM</text>");
    boolean left = false;
    boolean right = false;
    for (int y = 0; y < 50; y++) {
      for (int x = 0; x < 100; x++) {
        final boolean ink = at(image, x, y) != 0xffffff;
        left |= ink && x < 50;
        right |= ink && x > 51;
      }
    }
    assertThat(left).isTrue();
    assertThat(right).isFalse();
  }

  @Test
  void whatIsNoPictureIsRefused() {
    assertThatThrownBy(() -> ChartPicture.png("<svg viewBox=\"0 0 1 1\"><rect"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
