package io.lull.platform.linux;

import io.lull.platform.guest.GuestNeeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The kernel's own check of each access to a file, landlock(7): a guest writes to its folders
 * alone, even if what is mounted in its sandbox were wrong. The program setpriv of util-linux 2.40
 * and later asks for it, within the sandbox, since whoever is so locked can mount nothing.
 *
 * @param program that is executed before the guest's own
 */
record Landlock(String program) {
  private static final String SETPRIV = "/usr/bin/setpriv";
  private static final String READ = "execute,read-file,read-dir";

  /** No devices. */
  private static final String WRITE =
      READ
          + ",write-file,truncate,refer,make-dir,make-reg,make-sym,make-sock,make-fifo"
          + ",remove-dir,remove-file";

  /** Whether it works is found by trying. */
  static Optional<Landlock> here() {
    return Files.isExecutable(Path.of(SETPRIV))
        ? Optional.of(new Landlock(SETPRIV))
        : Optional.empty();
  }

  /** What comes before the command of a guest with these needs. */
  List<String> before(GuestNeeds needs) {
    final List<String> words = new ArrayList<>(List.of(program, "--landlock-access", "fs"));
    words.addAll(rule(READ, "/"));
    words.addAll(rule("write-file", "/dev"));
    // A rule is of the folder itself, wherever it is mounted: so of /tmp and /dev/shm, too.
    Stream.concat(needs.writable().stream(), Stream.of(needs.temporary()))
        .forEach(folder -> words.addAll(rule(WRITE, folder.toString())));
    words.add("--");
    return words;
  }

  private static List<String> rule(String accesses, String path) {
    return List.of("--landlock-rule", "path-beneath:" + accesses + ":" + path);
  }
}
