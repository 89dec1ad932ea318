package io.lull.cli.simulate;

import io.lull.cli.text.Screen;
import java.util.Map;

/** What a simulation found, in each form in which people and programs read it. */
public interface SimulationFindings {
  /**
   * A page.
   *
   * @param pictures its charts as SVG, by their names
   */
  record Report(String html, Map<String, String> pictures) {
    public Report {
      pictures = Map.copyOf(pictures);
    }
  }

  /** One document. */
  String json();

  /** A table with a line for each policy or change. */
  String csv();

  /** Takes a while: what only it shows is simulated for it. */
  Report report();

  /** Lines for the screen. */
  String text(Screen screen);
}
