package io.lull.platform.linux;

import io.lull.platform.guest.GuestNeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Bubblewrap's options that show a container image as the root of a file system. Within it are the
 * guest's own processes, devices and temporary files, and its own folder at the place that it has
 * outside. The image itself is read-only there, so that no task changes by mistake what the next
 * one sees.
 */
final class ImageMounts {
  static final Path ROOT = Path.of("/container");

  private static final Path OUTSIDE = Path.of("/");
  private static final String PROCESSES = "proc";
  private static final String DEVICES = "dev";
  private static final String TEMPORARY = "tmp";
  private static final String SETTINGS = "etc";
  private static final String SHARED_MEMORY = "dev/shm";

  /** With an open network, names are resolved as on this machine. */
  private static final List<String> NAMES = List.of("etc/hosts", "etc/resolv.conf");

  private ImageMounts() {}

  /**
   * Makes in the image's folder what is mounted over: where the image is read-only, bubblewrap
   * cannot.
   *
   * @param own the guest's folder
   * @param mask of the processes' files, from where they are mounted
   */
  static List<String> options(Path own, GuestNeeds needs, Path image, Mask mask)
      throws IOException {
    for (final String folder : List.of(PROCESSES, DEVICES, TEMPORARY, SETTINGS, within(own))) {
      Files.createDirectories(image.resolve(folder));
    }
    final List<String> options = new ArrayList<>();
    options.addAll(List.of("--ro-bind", image.toString(), ROOT.toString()));
    options.addAll(List.of("--proc", in(PROCESSES)));
    options.addAll(mask.options(ROOT.resolve(PROCESSES)));
    final String temporary = needs.temporary().toString();
    options.addAll(List.of("--dev", in(DEVICES), "--bind", temporary, in(SHARED_MEMORY)));
    options.addAll(List.of("--remount-ro", in(DEVICES), "--bind", temporary, in(TEMPORARY)));
    for (final String name : NAMES) {
      final Path file = image.resolve(name);
      if (!Files.exists(file)) {
        Files.createFile(file);
      }
      options.addAll(List.of("--ro-bind-try", OUTSIDE.resolve(name).toString(), in(name)));
    }
    options.addAll(List.of("--ro-bind", own.toString(), in(within(own))));
    Stream.concat(needs.writable().stream(), Stream.of(needs.temporary()))
        .filter(path -> !path.equals(image))
        .forEach(path -> options.addAll(List.of("--bind", path.toString(), in(within(path)))));
    return options;
  }

  /** Hides what a guest is not to see of /proc. */
  interface Mask {
    /** Options for one that is mounted there. */
    List<String> options(Path at);
  }

  private static String within(Path path) {
    return OUTSIDE.relativize(path.toAbsolutePath().normalize()).toString();
  }

  private static String in(String path) {
    return ROOT.resolve(path).toString();
  }
}
