package io.lull.platform.guest;

import java.nio.file.Path;
import java.util.List;

/**
 * What a guest needs beside its own folder and the system's programs.
 *
 * @param readable files and folders
 * @param network whether it communicates with other machines
 */
public record GuestNeeds(List<Path> readable, boolean network) {
  public GuestNeeds {
    readable = List.copyOf(readable);
  }
}
