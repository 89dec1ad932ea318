package io.lull.platform.input;

import java.util.List;

/** Makes the sources that an {@code --input} option names. */
public interface InputSources {
  /**
   * @param choice as in the contract: {@code auto}, {@code x11}, {@code script:FILE}, {@code none}
   *     and so on
   * @return none when there is no source: then the owner counts as present
   * @throws IllegalArgumentException with one line that says what is wrong and how to mend it
   */
  List<InputSource> open(String choice);
}
