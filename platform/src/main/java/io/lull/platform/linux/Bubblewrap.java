package io.lull.platform.linux;

import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Bubblewrap's namespaces: of the machine's files a guest sees the system's programs and its own
 * folder, and none of the machine's other processes, sockets or devices. The network stays if it is
 * needed: workers communicate. The sandbox makes no new session, so that signals to the guest's
 * session reach everything.
 *
 * @param strict further options, as many as this kernel and version accept
 */
record Bubblewrap(String program, List<String> strict) implements Sandbox {
  private static final Duration PROBE_DEADLINE = Duration.ofSeconds(5);
  private static final int MAX_COMPLAINT_BYTES = 4096;
  private static final List<String> PROGRAMS =
      List.of("/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap");

  /** The strictest first: its own user namespace, in which no further one can be made. */
  private static final List<List<String>> STRICTNESS =
      List.of(List.of("--unshare-user", "--disable-userns"), List.of("--unshare-user"), List.of());

  private static final Path NAMESPACES_RESTRICTED =
      Path.of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");

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

  /** Opens the filter's file, the first argument, and becomes the sandbox. */
  private static final String WITH_FILTER = "exec \"$@\" 9<\"$0\"";

  private static final String FILTER_DESCRIPTOR = "9";
  private static final String FILTER = "sandbox.filter";

  /** The strictest sandbox that works on this machine, found by probing. */
  static Sandbox probe() {
    final Optional<String> program =
        PROGRAMS.stream().filter(path -> Files.isExecutable(Path.of(path))).findFirst();
    if (program.isEmpty()) {
      return new None("bubblewrap is not installed");
    }
    String complaint = "";
    for (final List<String> strict : STRICTNESS) {
      final Bubblewrap sandbox = new Bubblewrap(program.get(), strict);
      final Optional<String> refused = sandbox.tryOut();
      if (refused.isEmpty()) {
        return sandbox;
      }
      complaint = refused.get();
    }
    return new None(
        "bubblewrap does not work here: "
            + complaint
            + (restricted()
                ? "; this system's AppArmor keeps users from making namespaces: give bwrap a"
                    + " profile with 'userns', or set"
                    + " kernel.apparmor_restrict_unprivileged_userns=0"
                : ""));
  }

  private static boolean restricted() {
    try {
      return Files.readString(NAMESPACES_RESTRICTED).strip().equals("1");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * @return why it does not work; empty: it works
   */
  private Optional<String> tryOut() {
    try {
      final Path folder = Files.createTempDirectory("lull-sandbox");
      final GuestSpec trial =
          confine(
              new GuestSpec(List.of("/bin/true"), Map.of(), folder, new GuestLimits(1, 0)),
              new GuestNeeds(List.of(), false));
      final Process probe = new ProcessBuilder(trial.command()).redirectErrorStream(true).start();
      try {
        probe.getOutputStream().close();
        if (!probe.waitFor(PROBE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
          return Optional.of("it does not end");
        }
        return probe.exitValue() == 0 ? Optional.empty() : Optional.of(complaint(probe));
      } finally {
        probe.destroyForcibly();
        Files.deleteIfExists(folder.resolve(FILTER));
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      return Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("it was not waited for");
    }
  }

  private static String complaint(Process probe) throws IOException {
    try (InputStream said = probe.getInputStream()) {
      return new String(said.readNBytes(MAX_COMPLAINT_BYTES), StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .orElse("it ends with " + probe.exitValue());
    }
  }

  @Override
  public GuestSpec confine(GuestSpec spec, GuestNeeds needs) throws IOException {
    final List<String> command = new ArrayList<>();
    final Optional<byte[]> filter = SocketFilter.likeThatOf(Path.of(program));
    if (filter.isPresent()) {
      final Path file = spec.directory().resolve(FILTER);
      Files.write(file, filter.get());
      command.addAll(List.of("/bin/sh", "-c", WITH_FILTER, file.toString()));
    }
    command.addAll(confinement(needs.network()));
    if (filter.isPresent()) {
      command.addAll(List.of("--seccomp", FILTER_DESCRIPTOR));
    }
    for (final Path path : needs.readable()) {
      if (Files.exists(path) && !path.startsWith("/usr")) {
        command.addAll(List.of("--ro-bind", path.toString(), path.toString()));
      }
    }
    final String own = spec.directory().toString();
    command.addAll(List.of("--bind", own, own, "--chdir", own, "--"));
    command.addAll(spec.command());
    return new GuestSpec(command, spec.environment(), spec.directory(), spec.limits());
  }

  @Override
  public String describe() {
    return "bubblewrap: no home, no other processes, no sockets of this computer, only its own"
        + " folder to write to";
  }

  @Override
  public boolean confines() {
    return true;
  }

  private List<String> confinement(boolean network) {
    final List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--die-with-parent",
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-uts",
                "--unshare-cgroup-try",
                "--cap-drop",
                "ALL"));
    command.addAll(strict);
    if (!network) {
      command.add("--unshare-net");
    }
    for (final String folder : SYSTEM) {
      final Path path = Path.of(folder);
      if (Files.isSymbolicLink(path)) {
        command.addAll(List.of("--symlink", target(path), folder));
      } else if (Files.isDirectory(path)) {
        command.addAll(List.of("--ro-bind", folder, folder));
      }
    }
    SETTINGS.forEach(file -> command.addAll(List.of("--ro-bind-try", file, file)));
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
