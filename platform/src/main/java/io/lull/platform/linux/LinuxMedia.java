package io.lull.platform.linux;

import io.lull.platform.machine.MediaUse;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether a sound card records and a camera is open. The card's driver reports it; a camera's
 * driver only counts its users, so the processes that have it open are searched, and only while the
 * count is positive.
 */
public final class LinuxMedia implements MediaUse {
  private final Path root;
  private final ProcFiles proc;

  public LinuxMedia() {
    this(Path.of("/"));
  }

  LinuxMedia(Path root) {
    this.root = root;
    this.proc = new ProcFiles(root.resolve("proc"));
  }

  @Override
  public InUse inUse() {
    return new InUse(microphone(), camera());
  }

  private boolean microphone() {
    for (final Path card : list(root.resolve("proc/asound"), LinuxMedia::isCard)) {
      for (final Path device : list(card, name -> name.startsWith("pcm") && name.endsWith("c"))) {
        for (final Path stream : list(device, name -> name.startsWith("sub"))) {
          if (read(stream.resolve("status")).contains("state: RUNNING")) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean camera() {
    final List<Path> cameras =
        list(root.resolve("dev"), name -> name.startsWith("video")).stream()
            .filter(this::mayBeOpen)
            .toList();
    return !cameras.isEmpty() && anyOpen(Set.copyOf(cameras));
  }

  private boolean mayBeOpen(Path camera) {
    final Path module =
        root.resolve("sys/class/video4linux")
            .resolve(String.valueOf(camera.getFileName()))
            .resolve("device/driver/module");
    // A built-in driver has no count.
    return !read(module.resolve("refcnt")).equals("0");
  }

  /** If not all processes can be read, the driver's count decides. */
  private boolean anyOpen(Set<Path> cameras) {
    final Set<String> names =
        cameras.stream()
            .map(camera -> "/dev/" + camera.getFileName())
            .collect(Collectors.toUnmodifiableSet());
    boolean allSeen = true;
    for (final long pid : proc.processes()) {
      final Path files = root.resolve("proc").resolve(pid + "/fd");
      if (!Files.isReadable(files)) {
        allSeen &= !Files.exists(files);
        continue;
      }
      for (final Path file : list(files, _ -> true)) {
        if (names.contains(target(file))) {
          return true;
        }
      }
    }
    return !allSeen && cameras.stream().anyMatch(this::counted);
  }

  private boolean counted(Path camera) {
    return Files.exists(
        root.resolve("sys/class/video4linux")
            .resolve(String.valueOf(camera.getFileName()))
            .resolve("device/driver/module/refcnt"));
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }

  /** {@code card0}, but not {@code cards}. */
  private static boolean isCard(String name) {
    return name.startsWith("card")
        && name.length() > "card".length()
        && Character.isDigit(name.charAt("card".length()));
  }

  /** No regular expressions: compiling them at each look costs more than the look. */
  private static List<Path> list(Path folder, Predicate<String> named) {
    final List<Path> found = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return found;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (final Path entry : entries) {
        if (named.test(String.valueOf(entry.getFileName()))) {
          found.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return found;
    }
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
