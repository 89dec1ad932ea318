package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.linux.cgroup.ControlGroups;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.SocketPath;
import io.lull.testkit.process.ImageFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a guest sees from within, and what it cannot do there. */
@EnabledOnOs(OS.LINUX)
class BubblewrapTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path temporary;
  @TempDir Path readable;
  @TempDir Path others;
  private final LinuxGuests guests =
      new LinuxGuests(ControlGroups.probe(SystemClock.INSTANCE), SystemClock.INSTANCE);
  private final Sandbox sandbox = guests.sandbox();
  private int started;

  /** Of the guest that was started last. */
  private Path folder = Path.of("none");

  @BeforeEach
  void worksHere() {
    assumeThat(sandbox.confines()).as(sandbox.describe()).isTrue();
  }

  private static GuestNeeds needs(Path folder, List<Path> readable, GuestNetwork network)
      throws IOException {
    return new GuestNeeds(
        readable,
        List.of(Files.createDirectory(folder.resolve("outputs"))),
        Files.createDirectory(folder.resolve("tmp")),
        network);
  }

  private GuestSpec spec(String script, GuestNetwork network) throws IOException {
    folder = Files.createDirectory(temporary.resolve("guest-" + started++));
    return sandbox.confine(
        new GuestSpec(
            List.of("/bin/sh", "-c", script),
            Map.of("PATH", "/usr/bin:/bin:/usr/sbin"),
            folder,
            new GuestLimits(1, 1L << 30)),
        needs(folder, List.of(readable), network),
        material(folder));
  }

  private static Path material(Path guest) throws IOException {
    return Files.createDirectory(guest.resolve("sandbox"));
  }

  /** With all that a guest may have of the network. */
  private String says(String script) throws IOException {
    return says(script, GuestNetwork.OPEN);
  }

  private String says(String script, GuestNetwork network) throws IOException {
    return says(spec("exec 2>&1; " + script, network));
  }

  private String says(GuestSpec spec) throws IOException {
    final Guest guest = guests.start(spec);
    try {
      return new String(guest.pipes().reports().readAllBytes(), StandardCharsets.UTF_8).strip();
    } finally {
      assertThat(guest.kill(SOON)).isTrue();
    }
  }

  @Test
  void seesNoHomeNoSocketsNoDevicesAndNobodyElse() throws Exception {
    Files.writeString(others.resolve("secret"), "of the owner");
    assertThat(says("ls -d /home /root /run /var /sys /srv /opt 2>/dev/null")).isEmpty();
    assertThat(says("ls /tmp; cat " + others.resolve("secret") + " 2>/dev/null"))
        .doesNotContain("of the owner", ".X11-unix");
    assertThat(says("ls /proc | grep -c '^[0-9]'")).matches("[1-5]");
    assertThat(says("ls /dev | tr '\\n' ' '")).doesNotContain("input", "sd", "vd", "dri");
  }

  @Test
  void writesToItsOwnFolderAloneAndReadsWhatItNeeds() throws Exception {
    Files.writeString(readable.resolve("class"), "path");
    assertThat(says("cat " + readable.resolve("class"))).isEqualTo("path");
    assertThat(says("echo x >" + readable.resolve("class"))).contains("Read-only");
    assertThat(says("echo x >/usr/x; echo x >/etc/hosts")).contains("Read-only");
    assertThat(says("echo mine >outputs/own && cat outputs/own")).isEqualTo("mine");
    assertThat(folder.resolve("outputs/own")).hasContent("mine");
  }

  @Test
  void replacesNothingThatTheAgentHasMade() throws Exception {
    for (final String attempt :
        List.of(
            "echo x >new",
            "mv outputs away",
            "rmdir outputs",
            "ln -s /etc link",
            "mkdir new",
            "rm -rf outputs",
            "chmod 0 .",
            "chmod 0 outputs/..",
            "echo x >/root-file",
            "echo x >/dev/file",
            "echo x >sandbox/passwd")) {
      assertThat(says(attempt + " && echo DONE"))
          .as(attempt)
          .doesNotContain("DONE")
          .containsAnyOf("Read-only file system", "Device or resource busy");
      assertThat(folder.resolve("outputs")).isDirectory();
    }
  }

  /** What a program says that has the image as its root. */
  private String saysInImage(String script) throws IOException {
    folder = Files.createDirectory(temporary.resolve("guest-" + started++));
    final Path image = Files.createDirectory(folder.resolve("image"));
    ImageFolder.fill(image, "sh", "cat", "ls", "mkdir");
    final List<Path> writable = List.of(Files.createDirectory(folder.resolve("outputs")), image);
    final Path root = sandbox.imageRoot().orElseThrow();
    return says(
        sandbox.confine(
            new GuestSpec(
                List.of(
                    "/usr/bin/nsenter",
                    "--root=" + root,
                    "--wd=" + root + folder.resolve("outputs"),
                    "/bin/sh",
                    "-c",
                    "exec 2>&1; " + script),
                Map.of("PATH", "/bin"),
                folder,
                new GuestLimits(1, 1L << 30)),
            new GuestNeeds(
                List.of(readable),
                writable,
                Files.createDirectory(folder.resolve("tmp")),
                GuestNetwork.NONE,
                Optional.of(image)),
            material(folder)));
  }

  @Test
  void aProgramSeesTheImageAsItsRootAndItsFolderInIt() throws Exception {
    assumeThat(sandbox.imageRoot()).isPresent();
    assertThat(saysInImage("cat /etc/image; ls /")).startsWith("an image\nbin\ndev\netc\n");
    assertThat(saysInImage("echo made >own; cat own")).isEqualTo("made");
    assertThat(folder.resolve("outputs/own")).hasContent("made");
    assertThat(saysInImage("echo a >/tmp/a; echo b >/dev/shm/b")).isEmpty();
    assertThat(folder.resolve("tmp/a")).hasContent("a");
    assertThat(folder.resolve("tmp/b")).hasContent("b");
    assertThat(saysInImage("echo x >/etc/image; mkdir /new")).contains("Read-only");
    assertThat(folder.resolve("image/etc/image")).hasContent("an image");
  }

  @Test
  void anImageOpensNothingThatIsClosedToOthers() throws Exception {
    assumeThat(sandbox.imageRoot()).isPresent();
    assertThat(saysInImage("cat /proc/interrupts /proc/diskstats")).isEmpty();
    assertThat(saysInImage("echo 1 >/proc/sys/kernel/sysrq"))
        .containsAnyOf("Read-only", "nonexistent");
    assertThat(saysInImage("ls /dev")).doesNotContain("input", "sd", "vd", "dri");
    assertThat(says("nsenter --root=/ true", GuestNetwork.NONE))
        .as("a guest without an image has no right to another root")
        .contains("not permitted");
  }

  @Test
  void itsMemoryForFilesIsItsOwnDisk() throws Exception {
    assertThat(says("echo a >/tmp/a; echo b >/dev/shm/b; ls tmp | grep '^[ab]$'"))
        .isEqualTo("a\nb");
    assertThat(folder.resolve("tmp/a")).hasContent("a");
    assertThat(folder.resolve("tmp/b")).hasContent("b");
  }

  @Test
  void seesNoFigureThatTellsOfTheOwner() throws Exception {
    for (final String file : List.of("interrupts", "softirqs", "vmstat", "diskstats", "kallsyms")) {
      assertThat(says("cat /proc/" + file)).as(file).isEmpty();
    }
    assertThat(says("ls /proc/irq /proc/bus /proc/tty").lines().filter(l -> !l.endsWith(":")))
        .allMatch(String::isBlank);
    assertThat(says("grep -E 'intr|ctxt|softirq' /proc/stat")).isEmpty();
    assertThat(says("grep -c ^cpu /proc/stat; ps -e >/dev/null && echo listed"))
        .endsWith("listed")
        .doesNotStartWith("0");
    assertThat(says("cat /etc/passwd /etc/group; id -un"))
        .contains("guest")
        .doesNotContain("root:", "daemon");
  }

  /** Files there belong to root, which the agent may be. */
  @Test
  void writesNoSettingOfTheKernelEvenAsTheirOwner() throws Exception {
    // It writes what is there: if it can, nothing is changed.
    assertThat(
            says(
                "for f in /proc/sys/vm/swappiness /proc/sys/kernel/core_pattern; do"
                    + " cat $f >tmp/was && echo read; cat tmp/was >$f && echo WRITTEN; done"))
        .doesNotContain("WRITTEN")
        .contains("read");
  }

  @Test
  void makesOnlyTheSystemCallsThatAreListed() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/perl"))).as("no perl").isTrue();
    assumeThat(System.getProperty("os.arch")).isEqualTo("amd64");
    final String call = "perl -e '$r = syscall(%s); print $r == -1 ? $! : \"DONE $r\"'";
    final Map<String, String> refused =
        Map.ofEntries(
            Map.entry("ptrace", "101, 0, 0, 0, 0"),
            Map.entry("mount", "165, 0, 0, 0, 0, 0"),
            Map.entry("bpf", "321, 0, 0, 0"),
            Map.entry("keyctl", "250, 0, 0, 0, 0, 0"),
            Map.entry("add_key", "248, 0, 0, 0, 0, 0"),
            Map.entry("perf_event_open", "298, 0, 0, 0, 0, 0"),
            Map.entry("userfaultfd", "323, 0"),
            Map.entry("setns", "308, 0, 0"),
            Map.entry("process_vm_readv", "310, 0, 0, 0, 0, 0"),
            Map.entry("name_to_handle_at", "303, 0, 0, 0, 0, 0"),
            Map.entry("kexec_load", "246, 0, 0, 0, 0"),
            Map.entry("acct", "163, 0"),
            Map.entry("syslog", "103, 3, 0, 0"),
            Map.entry("quotactl", "179, 0, 0, 0, 0"),
            Map.entry("unshare", "272, 0x10000000"),
            Map.entry("chroot", "161, 0"),
            Map.entry("pivot_root", "155, 0, 0"),
            Map.entry("clone with a new user namespace", "56, 0x10000011, 0, 0, 0, 0"),
            Map.entry("personality", "135, 0x0400000"),
            Map.entry("a terminal's input", "16, 0, 0x5412, 0"));
    for (final Map.Entry<String, String> each : refused.entrySet()) {
      assertThat(says(call.formatted(each.getValue())))
          .as(each.getKey())
          .isEqualTo("Operation not permitted");
    }
    for (final String unknown : List.of("435, 0, 0", "425, 1, 0", "1000", "0x40000000 + 39")) {
      assertThat(says(call.formatted(unknown))).as(unknown).isEqualTo("Function not implemented");
    }
    for (final String pair :
        List.of("53, 1, 2, 0, 0", "53, 1, 5, 0, 0", "41, 16, 3, 0", "41, 17, 3, 0")) {
      assertThat(says(call.formatted(pair))).as(pair).isEqualTo("Permission denied");
    }
    assertThat(says(call.formatted("39"))).as("getpid").startsWith("DONE");
    assertThat(says("perl -MSocket -e 'socketpair(A, B, AF_UNIX, SOCK_STREAM, 0) and print 1'"))
        .isEqualTo("1");
  }

  @Test
  void gainsNoPrivilegesAndMakesNoFurtherNamespaces() throws Exception {
    final String status = says("cat /proc/self/status");
    assertThat(status).containsPattern("NoNewPrivs:\\s+1").containsPattern("CapEff:\\s+0+\\n");
    assertThat(says("unshare --version && echo there")).contains("there");
    assertThat(says("unshare -U true && echo made || echo refused"))
        .contains("refused")
        .contains("Operation not permitted");
    assertThat(says("readlink /proc/self/ns/user /proc/self/ns/pid /proc/self/ns/ipc").lines())
        .doesNotContain(
            Files.readSymbolicLink(Path.of("/proc/self/ns/user")).toString(),
            Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString(),
            Files.readSymbolicLink(Path.of("/proc/self/ns/ipc")).toString());
  }

  @Test
  void hasANetworkOnlyWhereItNeedsOne() throws Exception {
    final String host = Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();
    assertThat(says("readlink /proc/self/ns/net")).isEqualTo(host);
    for (final GuestNetwork apart : List.of(GuestNetwork.NONE, GuestNetwork.PASSED)) {
      assertThat(says("readlink /proc/self/ns/net", apart)).as(apart.name()).isNotEqualTo(host);
    }
  }

  @Test
  void reachesNoSocketOfThisComputersPrograms() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/perl"))).as("no perl").isTrue();
    final String socket =
        "perl -MSocket -e 'socket(S, %s, SOCK_STREAM, 0) or die \"no: $!\"; print 1'";
    for (final GuestNetwork network : List.of(GuestNetwork.NONE, GuestNetwork.OPEN)) {
      assertThat(says(socket.formatted("AF_UNIX"), network)).startsWith("no: Permission denied");
    }
    assertThat(says(socket.formatted("AF_INET"))).isEqualTo("1");
    assertThat(says("perl -e 'print syscall(425, 1, 0), $!'"))
        .isEqualTo("-1Function not implemented");
  }

  @Test
  void asksItsAgentForConnectionsAndNobodyElse() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/perl"))).as("no perl").isTrue();
    final GuestSpec guest =
        spec(
            "perl -MIO::Socket::UNIX -e 'print IO::Socket::UNIX->new(Peer => \"network\") ? 1 :"
                + " $!'",
            GuestNetwork.PASSED);
    try (ServerSocketChannel agent = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        SocketPath path = SocketPath.of(folder.resolve("network"))) {
      agent.bind(path.address());
      assertThat(says(guest)).isEqualTo("1");
    }
    assertThat(
            says(
                "perl -MSocket -e 'socket(S, AF_UNIX, SOCK_DGRAM, 0) or print $!'",
                GuestNetwork.PASSED))
        .isEqualTo("Permission denied");
  }

  @Test
  void worksForAPlainUserToo() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/setpriv"))).as("no setpriv").isTrue();
    assumeThat(Files.getOwner(temporary).getName())
        .as("only root can become another user")
        .isEqualTo("root");
    // A folder that a plain user can reach.
    final Path own = Files.createTempDirectory("lull-sandbox-test");
    assertThat(own.toFile().setReadable(true, false) && own.toFile().setExecutable(true, false))
        .isTrue();
    final List<String> command =
        new ArrayList<>(
            List.of("/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"));
    final GuestNeeds needs = needs(own, List.of(), GuestNetwork.OPEN);
    assertThat(needs.temporary().toFile().setWritable(true, false)).isTrue();
    command.addAll(
        sandbox
            .confine(
                new GuestSpec(List.of("/usr/bin/id", "-u"), Map.of(), own, new GuestLimits(1, 0)),
                needs,
                material(own))
            .command());
    final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("65534\n");
    assertThat(process.waitFor()).isZero();
    try (Stream<Path> all = Files.walk(own)) {
      for (final Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
