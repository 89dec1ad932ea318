package io.lull.client;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where something is to be kept.
 *
 * @param folder that need not be there yet
 */
public record DestinationFolder(Path folder) {

  /**
   * Before anything is spent on what is to be kept there.
   *
   * @throws ClientFailure when it is no folder of this person, and cannot become one
   */
  public void requireWritable() {
    Path existing = folder;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null || !Files.isDirectory(existing)) {
      throw ClientFailure.badInput(folder + " is not a folder and cannot become one");
    }
    if (!Files.isWritable(existing)) {
      throw ClientFailure.badInput(folder + " is not writable: choose a folder of your own");
    }
  }
}
