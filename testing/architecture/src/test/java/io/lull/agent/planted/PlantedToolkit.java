package io.lull.agent.planted;

import java.awt.Point;

/**
 * Breaks a rule on purpose: Java's old toolkit is for the icon of some systems, and a chart, only.
 */
public final class PlantedToolkit {
  private PlantedToolkit() {}

  public static Point origin() {
    return new Point(0, 0);
  }
}
