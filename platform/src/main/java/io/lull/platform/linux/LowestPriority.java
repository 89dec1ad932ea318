package io.lull.platform.linux;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands before a guest's own, each of which lowers one priority and then executes the next:
 * Java cannot do that to a child before its first instruction.
 *
 * @param words for people: their effect
 */
record LowestPriority(List<String> session, List<String> tools, String words) {
  private static final Logger LOG = LoggerFactory.getLogger(LowestPriority.class);
  private static final List<Path> FOLDERS =
      Stream.of("/usr/bin", "/bin", "/usr/sbin", "/sbin").map(Path::of).toList();
  private static final long TRIED_WITHIN_SECONDS = 5;

  /**
   * The kernel weighs sessions before processes: without a low weight, a session of idle processes
   * gets half of the machine. No core dumps, which would fill the owner's disk. The first argument
   * is the process that started it: the kernel announces its death only to those who have asked, so
   * that a death before the request would go unnoticed. The next are the files through which a
   * process enters control groups: a guest that cannot enter one must not run.
   */
  private static final String SESSION =
      """
      parent=$1; shift; [ "$PPID" = "$parent" ] || exit 72
      ulimit -c 0
      while [ "$1" != -- ]; do echo 0 >"$1" || exit 71; shift; done; shift
      { echo 19 >/proc/self/autogroup; } 2>/dev/null
      exec "$@"
      """;

  private record Tool(String name, List<String> arguments, String words) {}

  private static final List<Tool> TOOLS =
      List.of(
          new Tool("nice", List.of("-n", "19"), "nice 19"),
          new Tool("chrt", List.of("--idle", "0"), "idle scheduling"),
          new Tool("ionice", List.of("-c", "3"), "idle disk access"),
          new Tool("choom", List.of("-n", "1000", "--"), "first to go when memory is short"));

  /** Before the check of {@link #SESSION} for the agent: after it, no death is missed. */
  private static final Tool BOUND =
      new Tool("setpriv", List.of("--pdeathsig", "KILL"), "gone when its agent is");

  /** Probes each tool once. */
  static LowestPriority probe() {
    final List<String> words = new ArrayList<>(List.of("a session of its own"));
    final List<String> session = new ArrayList<>(working(BOUND, words));
    session.addAll(
        List.of(find("setsid").orElse("setsid"), "/bin/sh", "-c", SESSION, "lull-guest"));
    final List<String> tools =
        TOOLS.stream().flatMap(tool -> working(tool, words).stream()).toList();
    return new LowestPriority(List.copyOf(session), tools, String.join(", ", words));
  }

  /** The tool's command; empty: it does not work here. */
  private static List<String> working(Tool tool, List<String> words) {
    final Optional<String> path = find(tool.name);
    if (path.isEmpty() || !works(path.get(), tool)) {
      LOG.info("guests run without {}: it does not work here", tool.name);
      return List.of();
    }
    words.add(tool.words);
    final List<String> command = new ArrayList<>(List.of(path.get()));
    command.addAll(tool.arguments);
    return command;
  }

  /**
   * @param parent the process that starts it, without which the guest does not begin
   * @param doors the files through which a process enters its control groups
   */
  List<String> command(long parent, List<Path> doors, List<String> guest) {
    final List<String> command = new ArrayList<>(session);
    command.add(Long.toString(parent));
    doors.forEach(door -> command.add(door.toString()));
    command.add("--");
    command.addAll(tools);
    command.addAll(guest);
    return command;
  }

  private static Optional<String> find(String tool) {
    return FOLDERS.stream()
        .map(folder -> folder.resolve(tool))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private static boolean works(String path, Tool tool) {
    final List<String> command = new ArrayList<>(List.of(path));
    command.addAll(tool.arguments);
    command.add(find("true").orElse("true"));
    try {
      final Process process =
          new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      if (!process.waitFor(TRIED_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return false;
      }
      // nice(1) says that it may not, and goes on.
      try (InputStream complaint = process.getErrorStream()) {
        return process.exitValue() == 0 && complaint.read() < 0;
      }
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
