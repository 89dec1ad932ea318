package io.lull.platform.guest;

import java.nio.file.Path;
import java.util.List;

/**
 * What a guest needs beside the system's programs and to read its own folder.
 *
 * @param readable files and folders
 * @param writable subfolders of its own folder, which exist
 * @param temporary another one, which is also its home, and all that it has of memory for files
 * @param network what it reaches of other machines
 */
public record GuestNeeds(
    List<Path> readable, List<Path> writable, Path temporary, GuestNetwork network) {
  public GuestNeeds {
    readable = List.copyOf(readable);
    writable = List.copyOf(writable);
  }
}
