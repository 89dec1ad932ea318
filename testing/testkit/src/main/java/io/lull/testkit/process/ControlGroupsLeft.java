package io.lull.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Control groups of agents that are no more, and of any that ran in this very process. */
final class ControlGroupsLeft {
  private static final Path MOUNTS = Path.of("/sys/fs/cgroup");
  private static final Pattern NAME = Pattern.compile("lull-agent-\\d*-(\\d+)-\\d+");

  /** A hierarchy's mount, and the slice in it. */
  private static final int DEPTH = 3;

  private ControlGroupsLeft() {}

  static List<Path> groups() {
    if (!Files.isDirectory(MOUNTS)) {
      return List.of();
    }
    try (Stream<Path> all =
        Files.find(MOUNTS, DEPTH, (path, facts) -> facts.isDirectory() && isLeft(path))) {
      return all.toList();
    } catch (IOException | UncheckedIOException e) {
      // One was removed while it was looked at: by its agent, which lives.
      return List.of();
    }
  }

  private static boolean isLeft(Path path) {
    final Matcher name = NAME.matcher(path.getFileName().toString());
    if (!name.matches()) {
      return false;
    }
    final long agent = Long.parseLong(name.group(1));
    return agent == ProcessHandle.current().pid()
        || ProcessHandle.of(agent).filter(Processes::running).isEmpty();
  }
}
