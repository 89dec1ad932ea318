package io.lull.testkit.lab;

import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Hosts that share nothing but one switch: each is a network namespace with a host name of its own,
 * the switch a bridge in another. Nothing is made in the machine's own network; all of it goes away
 * when closed, and at the latest with the test's JVM.
 */
public final class LabHosts implements AutoCloseable {
  private static final Duration TOOL = Duration.ofSeconds(20);
  private static final Path NAMESPACES = Path.of("/run/netns");
  private static final Path SETTINGS = Path.of("/etc/netns");
  private static final long BITS_PER_MEGABIT = 1_000_000;
  private static final long LEAST_BURST = 3_200;

  /** What would wait longer for its link is dropped. */
  private static final String LONGEST_QUEUE = "50ms";

  private static final AtomicInteger LABS = new AtomicInteger();

  private final String prefix;
  private final List<Host> hosts;
  private final Deque<String> made = new ArrayDeque<>();
  private final Thread atExit = Thread.ofPlatform().unstarted(this::remove);

  private LabHosts(String prefix, int count) {
    this.prefix = prefix;
    final List<Host> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(new Host(prefix + i, "w" + i, "10.78.0." + (i + 1)));
    }
    this.hosts = List.copyOf(all);
  }

  /** Why there can be none here; empty: there can. */
  public static Optional<String> unavailable() {
    final Optional<String> missing = Tools.missing("ip", "unshare", "hostname");
    if (missing.isPresent()) {
      return missing;
    }
    try {
      final boolean root = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
      return root ? Optional.empty() : Optional.of("network namespaces need root");
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of("this system has no /proc");
    }
  }

  /** Builds so many hosts, w0, w1 and so on, all reaching each other. */
  public static LabHosts up(int count) {
    sweep();
    final LabHosts lab =
        new LabHosts(
            "lull-" + ProcessHandle.current().pid() + "-" + LABS.incrementAndGet() + "-", count);
    Runtime.getRuntime().addShutdownHook(lab.atExit);
    try {
      lab.build();
      return lab;
    } catch (AssertionError | RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  public Host host(int i) {
    return hosts.get(i);
  }

  /** Plugs in or pulls the cable of a host, at the switch's end. */
  public void link(int i, boolean up) {
    ip("-n", prefix + "sw", "link", "set", "p" + i, up ? "up" : "down");
  }

  /** Lets no link carry more than this, in either direction. */
  public void limit(int megabitsPerSecond) {
    final long bitsPerSecond = megabitsPerSecond * BITS_PER_MEGABIT;
    // What a millisecond brings, and at least a packet that the kernel has not cut up yet.
    final String burst = String.valueOf(Math.max(LEAST_BURST, bitsPerSecond / 8 / 1000));
    for (int i = 0; i < hosts.size(); i++) {
      shape(hosts.get(i).namespace(), "eth0", bitsPerSecond, burst);
      shape(prefix + "sw", "p" + i, bitsPerSecond, burst);
    }
  }

  private static void shape(String space, String device, long bitsPerSecond, String burst) {
    Tools.run(
        TOOL,
        List.of(
            "tc",
            "-n",
            space,
            "qdisc",
            "replace",
            "dev",
            device,
            "root",
            "tbf",
            "rate",
            bitsPerSecond + "bit",
            "burst",
            burst,
            "latency",
            LONGEST_QUEUE));
  }

  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is already on its way out, and the hook runs.
      return;
    }
  }

  private void build() {
    final String bridge = prefix + "sw";
    namespace(bridge);
    ip(
        "-n",
        bridge,
        "link",
        "add",
        "br0",
        "type",
        "bridge",
        "stp_state",
        "0",
        "forward_delay",
        "0");
    ip("-n", bridge, "link", "set", "br0", "up");
    final StringBuilder names = new StringBuilder("127.0.0.1 localhost\n");
    hosts.forEach(h -> names.append(h.address()).append(' ').append(h.name()).append('\n'));
    for (int i = 0; i < hosts.size(); i++) {
      final Host host = hosts.get(i);
      final String space = host.namespace();
      namespace(space);
      try {
        // "ip netns exec" shows these to the processes inside as /etc/hosts.
        Files.createDirectories(SETTINGS.resolve(space));
        Files.writeString(SETTINGS.resolve(space).resolve("hosts"), names);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      final String port = "p" + i;
      ip(
          "link", "add", "eth0", "netns", space, "type", "veth", "peer", "name", port, "netns",
          bridge);
      ip("-n", space, "addr", "add", host.address() + "/24", "dev", "eth0");
      ip("-n", space, "link", "set", "eth0", "up");
      ip("-n", bridge, "link", "set", port, "master", "br0", "up");
    }
  }

  private void namespace(String name) {
    made.push(name);
    ip("netns", "add", name);
    ip("-n", name, "link", "set", "lo", "up");
  }

  private synchronized void remove() {
    while (!made.isEmpty()) {
      delete(made.pop());
    }
  }

  /** Removes what test JVMs that were killed have left: their number is in the name. */
  private static void sweep() {
    if (!Files.isDirectory(NAMESPACES)) {
      return;
    }
    try (Stream<Path> all = Files.list(NAMESPACES)) {
      all.map(path -> path.getFileName().toString())
          .filter(name -> name.matches("lull-\\d+-\\d+-\\w+"))
          .filter(name -> ProcessHandle.of(Long.parseLong(name.split("-")[1])).isEmpty())
          .forEach(LabHosts::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(String namespace) {
    if (Files.exists(NAMESPACES.resolve(namespace))) {
      for (final ProcessHandle inside : pids(namespace)) {
        inside.destroyForcibly();
      }
      Eventually.await(
          "no process is left in " + namespace,
          TOOL,
          () -> pids(namespace).stream().noneMatch(ProcessHandle::isAlive));
      ip("netns", "del", namespace);
    }
    try {
      Files.deleteIfExists(SETTINGS.resolve(namespace).resolve("hosts"));
      Files.deleteIfExists(SETTINGS.resolve(namespace));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ProcessHandle> pids(String namespace) {
    return Tools.run(TOOL, List.of("ip", "netns", "pids", namespace))
        .lines()
        .flatMap(line -> ProcessHandle.of(Long.parseLong(line.strip())).stream())
        .toList();
  }

  private static void ip(String... arguments) {
    final List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(Arrays.asList(arguments));
    Tools.run(TOOL, command);
  }

  /**
   * One of them.
   *
   * @param namespace as {@code ip netns} knows it
   * @param name its host name, which all of them resolve
   */
  public record Host(String namespace, String name, String address) {
    /** Which of the numbers that are counted of a device. */
    private static final int RECEIVED = 0;

    private static final int SENT = 8;

    /** The command that runs the given one on this host; it is replaced by it, so the pid stays. */
    public List<String> running(List<String> command) {
      final List<String> all =
          new ArrayList<>(
              List.of(
                  "ip",
                  "netns",
                  "exec",
                  namespace,
                  "unshare",
                  "--uts",
                  "sh",
                  "-c",
                  "hostname \"$0\" && exec \"$@\"",
                  name));
      all.addAll(command);
      return all;
    }

    /** What its link has carried so far, in the direction that has carried more. */
    public long linkBytes() {
      final String counted =
          Tools.run(TOOL, List.of("ip", "netns", "exec", namespace, "cat", "/proc/net/dev"));
      final List<String> words =
          counted
              .lines()
              .map(String::strip)
              .filter(line -> line.startsWith("eth0:"))
              .map(line -> List.of(line.substring("eth0:".length()).strip().split(" +")))
              .findFirst()
              .orElseThrow();
      return Math.max(Long.parseLong(words.get(RECEIVED)), Long.parseLong(words.get(SENT)));
    }

    /** All processes on this host. */
    public List<ProcessHandle> processes() {
      return pids(namespace);
    }

    /** It stands still, with every process on it, until it is thawed. */
    public void freeze() {
      signal("-STOP");
    }

    public void thaw() {
      signal("-CONT");
    }

    private void signal(String signal) {
      final List<ProcessHandle> processes = processes();
      final List<String> command = new ArrayList<>(List.of("kill", signal));
      processes.forEach(process -> command.add(Long.toString(process.pid())));
      try {
        Tools.run(TOOL, command);
      } catch (AssertionError e) {
        // All others have the signal; one that has just ended needs none.
        if (processes.stream().allMatch(ProcessHandle::isAlive)) {
          throw e;
        }
      }
    }

    /** The plug is pulled: SIGKILL to every process at once. */
    public void crash() {
      processes().forEach(ProcessHandle::destroyForcibly);
      Eventually.await(
          "every process on " + name + " is gone",
          TOOL,
          () -> processes().stream().noneMatch(ProcessHandle::isAlive));
    }
  }
}
