package io.lull.client;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder for results.
 *
 * @param folder may not exist yet
 */
public record DestinationFolder(Path folder) {

  /**
   * Checks the folder before any work for it.
   *
   * @throws ClientFailure if it is not a folder of this person, and cannot be created
   */
  public void requireWritable() {
    Path existing = folder;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null || !Files.isDirectory(existing)) {
      throw ClientFailure.badInput(folder + " is not a folder and cannot be created as one");
    }
    if (!Files.isWritable(existing)) {
      throw ClientFailure.badInput(folder + " is not writable: choose another folder");
    }
  }
}
