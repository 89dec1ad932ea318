package io.lull.platform.guest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a guest needs beside the system's programs and to read its own folder.
 *
 * @param readable files and folders
 * @param writable subfolders of its own folder, which exist
 * @param temporary another one, which is also its home, and all that it has of memory for files
 * @param network what it reaches of other machines
 * @param image another one, to be seen also as the root of a file system, and read-only, at {@link
 *     Sandbox#imageRoot}
 */
public record GuestNeeds(
    List<Path> readable,
    List<Path> writable,
    Path temporary,
    GuestNetwork network,
    Optional<Path> image) {
  public GuestNeeds {
    readable = List.copyOf(readable);
    writable = List.copyOf(writable);
  }

  /** Of a guest without a container image. */
  public GuestNeeds(
      List<Path> readable, List<Path> writable, Path temporary, GuestNetwork network) {
    this(readable, writable, temporary, network, Optional.empty());
  }
}
