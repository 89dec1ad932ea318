package io.lull.platform.input;

import java.util.List;

/** Opens the sources that an {@code --input} option names. */
public interface InputSources {
  /**
   * @param choice as in the contract: {@code auto}, {@code x11}, {@code script:FILE}, {@code none}
   *     and so on
   * @return empty if there is no source: then the owner counts as present
   * @throws IllegalArgumentException with one line that names the error and the remedy
   */
  List<InputSource> open(String choice);
}
