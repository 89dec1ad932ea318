package io.lull.agent.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What keeps a guest away from the owner's files and programs. */
public sealed interface Sandbox {
  /** The command that runs the given one in the sandbox. */
  List<String> wrap(List<String> command, WorkerFolder folder, List<Path> readable);

  /** For people: what holds a guest in. */
  String describe();

  /** The best one that works on this machine, tried once. */
  static Sandbox probe() {
    for (final String program :
        new String[] {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"}) {
      if (Files.isExecutable(Path.of(program)) && Bubblewrap.works(program)) {
        return new Bubblewrap(program);
      }
    }
    return new None();
  }

  /** Nothing but the user rights that the agent has. */
  record None() implements Sandbox {
    @Override
    public List<String> wrap(List<String> command, WorkerFolder folder, List<Path> readable) {
      return command;
    }

    @Override
    public String describe() {
      return "no sandbox: a guest has the rights of the agent's user";
    }
  }

  /**
   * Bubblewrap's namespaces: of the machine's files a guest sees the system's programs and its own
   * folder, and none of the machine's other processes. The network stays: workers talk to each
   * other. No new session is made inside, so that what stops or ends the guest's session reaches it
   * all.
   */
  record Bubblewrap(String program) implements Sandbox {
    private static final Logger LOG = LoggerFactory.getLogger(Sandbox.class);
    private static final Duration PROBE_DEADLINE = Duration.ofSeconds(5);

    private static final List<String> SYSTEM =
        List.of("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");
    private static final List<String> SETTINGS =
        List.of(
            "/etc/alternatives",
            "/etc/group",
            "/etc/host.conf",
            "/etc/hosts",
            "/etc/java-25-openjdk",
            "/etc/ld.so.cache",
            "/etc/localtime",
            "/etc/nsswitch.conf",
            "/etc/passwd",
            "/etc/resolv.conf",
            "/etc/timezone");

    static boolean works(String program) {
      final List<String> command = new ArrayList<>(confinement(program));
      command.add("--");
      command.add("/bin/true");
      try {
        final Process probe =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
        try {
          final boolean ended = probe.waitFor(PROBE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
          return ended && probe.exitValue() == 0;
        } finally {
          probe.destroyForcibly();
        }
      } catch (IOException e) {
        LOG.warn("the sandbox {} does not start: {}", program, e.getMessage());
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    @Override
    public List<String> wrap(List<String> command, WorkerFolder folder, List<Path> readable) {
      final List<String> wrapped = new ArrayList<>(confinement(program));
      for (final Path path : readable) {
        if (Files.exists(path) && !path.startsWith("/usr")) {
          wrapped.addAll(List.of("--ro-bind", path.toString(), path.toString()));
        }
      }
      final String own = folder.root().toString();
      wrapped.addAll(List.of("--bind", own, own, "--chdir", own, "--"));
      wrapped.addAll(command);
      return wrapped;
    }

    @Override
    public String describe() {
      return "bubblewrap: no home, no other processes, only its own folder to write to";
    }

    private static List<String> confinement(String program) {
      final List<String> command = new ArrayList<>();
      command.addAll(
          List.of(
              program,
              "--die-with-parent",
              "--unshare-pid",
              "--unshare-ipc",
              "--unshare-uts",
              "--cap-drop",
              "ALL"));
      for (final String folder : SYSTEM) {
        final Path path = Path.of(folder);
        if (Files.isSymbolicLink(path)) {
          command.addAll(List.of("--symlink", target(path), folder));
        } else if (Files.isDirectory(path)) {
          command.addAll(List.of("--ro-bind", folder, folder));
        }
      }
      for (final String file : SETTINGS) {
        command.addAll(List.of("--ro-bind-try", file, file));
      }
      command.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"));
      return command;
    }

    private static String target(Path link) {
      try {
        return Files.readSymbolicLink(link).toString();
      } catch (IOException e) {
        return link.toString();
      }
    }
  }
}
