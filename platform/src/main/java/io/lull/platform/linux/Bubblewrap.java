package io.lull.platform.linux;

import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Bubblewrap's namespaces: of the machine's files a guest sees the system's programs and its own
 * folder, and none of the machine's other processes, sockets or devices. It cannot write to its
 * folder, so that no subfolder can be replaced, but to those subfolders that it needs. The sandbox
 * makes no new session, so that signals to the guest's session reach everything.
 *
 * <p>A guest with a container image has the right to make it the root of a program: the right is
 * that of its own user namespace, and nothing else is mounted for it.
 *
 * @param strict further options, as many as this kernel and version accept
 * @param landlock a second lock on the same files, where this system has it
 * @param images whether guests can have container images
 */
record Bubblewrap(String program, List<String> strict, Optional<Landlock> landlock, boolean images)
    implements Sandbox {
  private static final Duration PROBE_DEADLINE = Duration.ofSeconds(5);
  private static final int MAX_COMPLAINT_BYTES = 4096;

  /** The first is the package's own copy, where only that may make namespaces. */
  private static final List<String> PROGRAMS =
      List.of("/usr/lib/lull-agent/bwrap", "/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap");

  private static final String OWN_USERS = "--unshare-user";

  /** Its own user namespace, in which no further one can be made; the strictest first. */
  private static final List<List<String>> USERS =
      List.of(List.of(OWN_USERS, "--disable-userns"), List.of(OWN_USERS), List.of());

  /** What a guest needs not know: the computer's name, and in which control group it is. */
  private static final List<List<String>> NAMES =
      List.of(List.of("--unshare-uts", "--unshare-cgroup-try"), List.of());

  private static final Path NAMESPACES_RESTRICTED =
      Path.of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");

  private static final List<String> SYSTEM =
      List.of("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");

  private static final List<String> SETTINGS =
      List.of(
          "/etc/alternatives",
          "/etc/host.conf",
          "/etc/hosts",
          "/etc/java-25-openjdk",
          "/etc/ld.so.cache",
          "/etc/localtime",
          "/etc/nsswitch.conf",
          "/etc/resolv.conf",
          "/etc/timezone");

  /** Opens the filter's file, the first argument, and becomes the sandbox. */
  private static final String WITH_FILTER = "exec \"$@\" 9<\"$0\"";

  private static final String FILTER_DESCRIPTOR = "9";

  private static final String SHARED_MEMORY = "/dev/shm";
  private static final Path PROCESSES = Path.of("/proc");

  /** Makes a folder the root of a program, and ends with this when there is no such program. */
  private static final String WITH_ROOT = "/usr/bin/nsenter";

  private static final int NO_SUCH_PROGRAM = 127;

  /** The strictest sandbox that works on this machine, found by probing. */
  static Sandbox probe() {
    final Optional<String> program =
        PROGRAMS.stream().filter(path -> Files.isExecutable(Path.of(path))).findFirst();
    if (program.isEmpty()) {
      return new None("bubblewrap is not installed");
    }
    String complaint = "";
    for (final List<String> strict : strictness()) {
      final Bubblewrap sandbox =
          new Bubblewrap(program.get(), strict, Optional.empty(), strict.contains(OWN_USERS));
      final Optional<String> refused = sandbox.tryOut(List.of("/bin/true"), false, 0);
      if (refused.isEmpty()) {
        return sandbox.complete();
      }
      complaint = refused.get();
    }
    return new None(
        "bubblewrap does not work here: "
            + complaint
            + (restricted()
                ? "; this system's AppArmor keeps users from making namespaces: install Lull's"
                    + " package, which brings a profile, or give bwrap one with 'userns'"
                : ""));
  }

  private static List<List<String>> strictness() {
    return USERS.stream()
        .flatMap(users ->
            NAMES.stream().map(names -> Stream.concat(users.stream(), names.stream()).toList()))
        .toList();
  }

  private static boolean restricted() {
    try {
      return Files.readString(NAMESPACES_RESTRICTED).strip().equals("1");
    } catch (IOException e) {
      return false;
    }
  }

  /** With all else that works here. */
  private Bubblewrap complete() {
    final Bubblewrap plain = new Bubblewrap(program, strict, Optional.empty(), runsImages());
    for (final Landlock lock : Landlock.here().stream().toList()) {
      final Bubblewrap locked = new Bubblewrap(program, strict, Optional.of(lock), plain.images);
      if (locked.tryOut(List.of("/bin/true"), false, 0).isEmpty()
          && (!plain.images || locked.runsImages())) {
        return locked;
      }
    }
    return plain;
  }

  /** An empty image has no program, and that is what is said of it. */
  private boolean runsImages() {
    return images
        && tryOut(
                List.of(
                    WITH_ROOT,
                    "--root=" + ImageMounts.ROOT,
                    "--wd=" + ImageMounts.ROOT.resolve("tmp"),
                    "/program"),
                true,
                NO_SUCH_PROGRAM)
            .isEmpty();
  }

  /**
   * @param exitCode of the command if all is well
   * @return why it does not work; empty: it works
   */
  private Optional<String> tryOut(List<String> command, boolean image, int exitCode) {
    try {
      final Path folder = Files.createTempDirectory("lull-sandbox");
      try {
        final Path temporary = Files.createDirectory(folder.resolve("tmp"));
        final Optional<Path> root =
            image ? Optional.of(Files.createDirectory(folder.resolve("image"))) : Optional.empty();
        return tryOut(
            confine(
                new GuestSpec(command, Map.of(), folder, new GuestLimits(1, 0)),
                new GuestNeeds(
                    List.of(), root.stream().toList(), temporary, GuestNetwork.NONE, root),
                Files.createDirectory(folder.resolve("sandbox"))),
            exitCode);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      return Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("it was not waited for");
    }
  }

  private static Optional<String> tryOut(GuestSpec trial, int exitCode)
      throws IOException, InterruptedException {
    final Process probe = new ProcessBuilder(trial.command()).redirectErrorStream(true).start();
    try {
      probe.getOutputStream().close();
      if (!probe.waitFor(PROBE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.of("it does not end");
      }
      return probe.exitValue() == exitCode ? Optional.empty() : Optional.of(complaint(probe));
    } finally {
      probe.destroyForcibly();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (final Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
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
  public GuestSpec confine(GuestSpec spec, GuestNeeds needs, Path material) throws IOException {
    final Path own = spec.directory();
    final List<String> command = new ArrayList<>();
    final Optional<byte[]> filter = SystemCallFilter.likeThatOf(Path.of(program), needs);
    if (filter.isPresent()) {
      final Path file = material.resolve("filter");
      Files.write(file, filter.get());
      command.addAll(List.of("/bin/sh", "-c", WITH_FILTER, file.toString()));
    }
    command.addAll(namespaces(needs));
    if (filter.isPresent()) {
      command.addAll(List.of("--seccomp", FILTER_DESCRIPTOR));
    }
    command.addAll(system());
    command.addAll(identity(material, needs.temporary()));
    command.addAll(List.of("--proc", PROCESSES.toString()));
    final Path statistics = material.resolve("stat");
    Files.writeString(statistics, ProcMask.statistics());
    final Path empty = Files.createFile(material.resolve("empty"));
    final ImageMounts.Mask mask = at -> ProcMask.options(at, statistics, empty);
    command.addAll(mask.options(PROCESSES));
    // Memory that a program shares or takes for files counts as its disk.
    final String temporary = needs.temporary().toString();
    command.addAll(List.of("--dev", "/dev", "--bind", temporary, SHARED_MEMORY));
    command.addAll(List.of("--remount-ro", "/dev", "--bind", temporary, "/tmp"));
    for (final Path path : needs.readable()) {
      if (Files.exists(path) && !path.startsWith("/usr")) {
        command.addAll(List.of("--ro-bind", path.toString(), path.toString()));
      }
    }
    command.addAll(List.of("--ro-bind", own.toString(), own.toString()));
    for (final Path path : needs.writable()) {
      command.addAll(List.of("--bind", path.toString(), path.toString()));
    }
    command.addAll(List.of("--bind", temporary, temporary));
    if (needs.image().isPresent()) {
      command.addAll(ImageMounts.options(own, needs, needs.image().get(), mask));
    }
    command.addAll(List.of("--remount-ro", "/"));
    command.addAll(List.of("--chdir", own.toString(), "--"));
    landlock.ifPresent(lock -> command.addAll(lock.before(needs)));
    command.addAll(spec.command());
    return new GuestSpec(command, spec.environment(), own, spec.limits());
  }

  /** The names of this machine's people are nothing to a guest; programs ask for their own. */
  private static List<String> identity(Path material, Path home) throws IOException {
    final Object user = Files.getAttribute(material, "unix:uid");
    final Object group = Files.getAttribute(material, "unix:gid");
    final Path users = material.resolve("passwd");
    final Path groups = material.resolve("group");
    Files.writeString(users, "guest:x:" + user + ":" + group + "::" + home + ":/bin/sh\n");
    Files.writeString(groups, "guest:x:" + group + ":\n");
    return List.of(
        "--ro-bind", users.toString(), "/etc/passwd", "--ro-bind", groups.toString(), "/etc/group");
  }

  @Override
  public String describe() {
    return "bubblewrap: no home, no other processes, no sockets of this computer, listed system"
        + " calls, only folders of its own to write to"
        + (landlock.isPresent() ? "; Landlock" : "");
  }

  @Override
  public boolean confines() {
    return true;
  }

  @Override
  public boolean separatesNetwork() {
    return true;
  }

  @Override
  public Optional<Path> imageRoot() {
    return images ? Optional.of(ImageMounts.ROOT) : Optional.empty();
  }

  private List<String> namespaces(GuestNeeds needs) {
    final List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--die-with-parent",
                "--unshare-pid",
                "--unshare-ipc",
                "--cap-drop",
                "ALL"));
    if (needs.image().isPresent()) {
      command.addAll(List.of("--cap-add", "CAP_SYS_CHROOT"));
    }
    command.addAll(strict);
    if (needs.network() != GuestNetwork.OPEN) {
      command.add("--unshare-net");
    }
    return command;
  }

  private static List<String> system() {
    final List<String> command = new ArrayList<>();
    for (final String folder : SYSTEM) {
      final Path path = Path.of(folder);
      if (Files.isSymbolicLink(path)) {
        command.addAll(List.of("--symlink", target(path), folder));
      } else if (Files.isDirectory(path)) {
        command.addAll(List.of("--ro-bind", folder, folder));
      }
    }
    SETTINGS.forEach(file -> command.addAll(List.of("--ro-bind-try", file, file)));
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
