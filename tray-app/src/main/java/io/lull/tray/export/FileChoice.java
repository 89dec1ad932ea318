package io.lull.tray.export;

import java.nio.file.Path;
import java.util.Optional;

/** Asks the person for a file to write to. */
@FunctionalInterface
public interface FileChoice {
  /**
   * @param suggested name, with its suffix
   * @param kind of file, for people
   * @return empty: cancelled
   */
  Optional<Path> ask(String suggested, String kind);
}
