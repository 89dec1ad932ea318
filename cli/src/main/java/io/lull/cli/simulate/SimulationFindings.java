package io.lull.cli.simulate;

import io.lull.cli.text.Screen;
import java.util.Map;

/** What a simulation found, in each form in which people and programs read it. */
public interface SimulationFindings {
  /** One document. */
  String json();

  /** A table with a line for each policy or change. */
  String csv();

  /** A page. */
  String html();

  /** The page's charts as SVG, by their names. */
  Map<String, String> pictures();

  /** Lines for the screen. */
  String text(Screen screen);
}
