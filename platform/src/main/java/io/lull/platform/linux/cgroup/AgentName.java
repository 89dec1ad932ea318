package io.lull.platform.linux.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an agent's group, which tells whether that agent still runs.
 *
 * @param namespace in which its process number is valid
 */
record AgentName(String namespace, long pid, long startTicks) {
  private static final Pattern NAME = Pattern.compile("lull-agent-(\\d*)-(\\d+)-(\\d+)");
  private static final int START_TICKS = 19;

  static AgentName self(GroupFiles files) {
    final long pid = ProcessHandle.current().pid();
    String namespace = "";
    try {
      namespace =
          Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().replaceAll("\\D", "");
    } catch (IOException e) {
      // Without a namespace's number the name matches only others without one.
    }
    return new AgentName(namespace, pid, startTicks(pid, files));
  }

  static Optional<AgentName> parse(String name) {
    final Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new AgentName(
                matcher.group(1),
                Long.parseLong(matcher.group(2)),
                Long.parseLong(matcher.group(3))))
        : Optional.empty();
  }

  boolean sameNamespace(AgentName other) {
    return namespace.equals(other.namespace);
  }

  boolean lives(GroupFiles files) {
    return startTicks(pid, files) == startTicks;
  }

  /** As in proc(5); -1 for a process that does not exist or has ended. */
  private static long startTicks(long pid, GroupFiles files) {
    return files
        .read(Path.of("/proc", Long.toString(pid), "stat"))
        .map(text -> text.substring(text.lastIndexOf(')') + 1).strip().split(" "))
        .filter(f -> f.length > START_TICKS && !f[0].equals("Z") && !f[0].equals("X"))
        .map(f -> Long.parseLong(f[START_TICKS]))
        .orElse(-1L);
  }

  @Override
  public String toString() {
    return "lull-agent-" + namespace + "-" + pid + "-" + startTicks;
  }
}
