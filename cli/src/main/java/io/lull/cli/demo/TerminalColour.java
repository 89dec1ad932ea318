package io.lull.cli.demo;

/** Colours of the 256 that every terminal supports; none if colours are not wanted. */
final class TerminalColour {
  private static final String RESET = "\u001b[0m";

  /** Of equal lightness and far apart in hue, especially neighbours. */
  private static final int[] NODES = {
    74, 215, 114, 176, 221, 80, 203, 147, 150, 180, 110, 211, 187, 73, 139, 108
  };

  private static final int FREE = 236;

  private final boolean wanted;

  TerminalColour(boolean wanted) {
    this.wanted = wanted;
  }

  boolean wanted() {
    return wanted;
  }

  /** Of a workstation, the same throughout a run. */
  static int node(int index) {
    return index < 0 ? FREE : NODES[index % NODES.length];
  }

  /** The same hue, darker: a step or two of the six levels of these colours. */
  static int faded(int colour) {
    if (colour < 16 || colour > 231) {
      return colour;
    }
    final int red = (colour - 16) / 36;
    final int green = (colour - 16) / 6 % 6;
    final int blue = (colour - 16) % 6;
    return 16 + 36 * fade(red) + 6 * fade(green) + fade(blue);
  }

  private static int fade(int level) {
    return Math.max(0, level - 2);
  }

  String strong(String text) {
    return wrap("1", text);
  }

  String quiet(String text) {
    return wrap("38;5;245", text);
  }

  String on(int colour, String text) {
    return wrap("38;5;" + colour, text);
  }

  /** Two colours, one above the other, in one cell of the terminal. */
  String halves(int upper, int lower) {
    return "\u001b[38;5;" + upper + ";48;5;" + lower + "m▀";
  }

  /** Dark letters on a colour. */
  String label(int colour, char letter) {
    return "\u001b[1;38;5;233;48;5;" + colour + "m" + letter + RESET;
  }

  String reset() {
    return wanted ? RESET : "";
  }

  private String wrap(String code, String text) {
    return wanted && !text.isEmpty() ? "\u001b[" + code + "m" + text + RESET : text;
  }
}
