package io.lull.platform.linux;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files of {@code /proc}; a process that has ended gives an empty answer, not an error. */
final class ProcFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ProcFiles.class);

  /** The limit for small files; longer ones are cut. */
  private static final int MAX_BYTES = 64 << 10;

  private static final int USUAL_BYTES = 4 << 10;

  private final Path root;

  ProcFiles(Path root) {
    this.root = root;
  }

  Optional<String> text(String name) {
    try (FileInputStream in = new FileInputStream(root.resolve(name).toFile())) {
      // Not readNBytes, which asks for the length and the position first: four useless system
      // calls.
      byte[] bytes = new byte[USUAL_BYTES];
      int count = 0;
      for (int more; (more = in.read(bytes, count, bytes.length - count)) > 0; ) {
        count += more;
        if (count == bytes.length) {
          if (count >= MAX_BYTES) {
            break;
          }
          bytes = Arrays.copyOf(bytes, Math.min(MAX_BYTES, 4 * count));
        }
      }
      return Optional.of(new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Does nothing if the system refuses or the process has ended. */
  void write(String name, String text) {
    try (FileOutputStream out = new FileOutputStream(root.resolve(name).toFile())) {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      LOG.debug("cannot write {}: {}", name, e.getMessage());
    }
  }

  Optional<ProcStat> stat(long pid) {
    return text(pid + "/stat").flatMap(ProcStat::parse);
  }

  List<Long> processes() {
    return numbers(root);
  }

  List<Long> threads(long pid) {
    return numbers(root.resolve(pid + "/task"));
  }

  /** Living children of any thread of the process; also empty if the kernel does not tell. */
  List<Long> children(long pid) {
    final List<Long> children = new ArrayList<>();
    for (final long thread : threads(pid)) {
      text(pid + "/task/" + thread + "/children")
          .ifPresent(text -> {
            for (final String child : text.strip().split(" ")) {
              if (!child.isEmpty()) {
                children.add(Long.parseLong(child));
              }
            }
          });
    }
    return children;
  }

  /** All processes that could be read. */
  List<ProcStat> all() {
    return processes().stream().flatMap(pid -> stat(pid).stream()).toList();
  }

  private static List<Long> numbers(Path folder) {
    final List<Long> numbers = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (final Path entry : entries) {
        final String name = entry.getFileName().toString();
        if (!name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
          numbers.add(Long.parseLong(name));
        }
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      return numbers;
    }
    return numbers;
  }
}
