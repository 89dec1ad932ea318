package io.lull.platform.linux.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small process that detects the agent's death by the end of its input, and then ends the guest,
 * which may be frozen or have children that ignore the agent's death.
 */
public final class GuestReaper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GuestReaper.class);

  /**
   * Arguments: the group to end, the file that says whether it is idle (while it dies, it should
   * not be), then all folders to remove. Gives up after ten seconds.
   */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      read -r _
      exec 2>/dev/null
      stop=$1; idle=$2; shift 2; tries=0
      [ -d "$stop" ] || exit 0
      echo 1 >"$stop/cgroup.kill"
      [ -f "$idle" ] && echo 0 >"$idle"
      while [ -d "$stop" ] && [ $tries -lt 200 ]; do
        echo 1 >"$stop/cgroup.kill"; rmdir "$@"; tries=$((tries + 1))
        [ -d "$stop" ] && sleep 0.05
      done
      rmdir "$@"
      [ -f "$idle" ] && echo 1 >"$idle"
      """;

  private final Process process;

  private GuestReaper(Process process) {
    this.process = process;
  }

  /** For a guest's group that can be ended as a unit; empty for others. */
  public static Optional<GuestReaper> of(GuestGroup group) throws IOException {
    final Optional<Path> stopper = group.stopper();
    if (stopper.isEmpty()) {
      return Optional.empty();
    }
    final List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                SCRIPT,
                "lull-reaper",
                stopper.get().toString(),
                group.idleFile().map(Path::toString).orElse("")));
    group.clearable().forEach(folder -> command.add(folder.toString()));
    final ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    return Optional.of(new GuestReaper(builder.start()));
  }

  /** The guest is gone: the reaper may go, too. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      LOG.debug("a guest's reaper has ended before: {}", e.getMessage());
    }
  }
}
