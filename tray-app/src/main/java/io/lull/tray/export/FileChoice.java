package io.lull.tray.export;

import java.nio.file.Path;
import java.util.Optional;

/** Asks the person for a file to write to. */
@FunctionalInterface
public interface FileChoice {
  /**
   * @param suggested name, with its ending
   * @param kind of file, as the person reads it
   * @return empty: none after all
   */
  Optional<Path> ask(String suggested, String kind);
}
