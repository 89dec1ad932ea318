package io.lull.platform.linux.cgroup;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of control groups; a group is a folder, in which the kernel puts its files. */
class GroupFiles {
  private static final int MAX_BYTES = 256 << 10;

  /** Does nothing if it exists. */
  void make(Path group) throws IOException {
    Files.createDirectories(group);
  }

  /**
   * @return false if it holds processes or other groups, or may not be removed
   */
  boolean remove(Path group) {
    try {
      Files.deleteIfExists(group);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  final Optional<String> read(Path file) {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return Optional.of(new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Never creates a file: a missing one is a feature that this kernel lacks. */
  void write(Path file, String text) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(file + " does not exist");
    }
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /**
   * @return whether the kernel accepted it
   */
  final boolean tryWrite(Path file, String text) {
    try {
      write(file, text);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  final List<Path> groupsIn(Path group) {
    final List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(group, Files::isDirectory)) {
      entries.forEach(found::add);
    } catch (IOException | DirectoryIteratorException e) {
      return found;
    }
    return found;
  }

  /** Numbers of the processes in it. */
  final List<Long> members(Path group) {
    return read(group.resolve("cgroup.procs"))
        .map(text -> text.lines().filter(line -> !line.isBlank()).map(Long::parseLong).toList())
        .orElse(List.of());
  }
}
