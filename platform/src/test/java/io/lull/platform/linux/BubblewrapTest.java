package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.linux.cgroup.ControlGroups;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a guest sees from within, and what it cannot do there. */
@EnabledOnOs(OS.LINUX)
class BubblewrapTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path folder;
  @TempDir Path readable;
  @TempDir Path others;
  private final LinuxGuests guests =
      new LinuxGuests(ControlGroups.probe(SystemClock.INSTANCE), SystemClock.INSTANCE);
  private final Sandbox sandbox = guests.sandbox();

  @BeforeEach
  void worksHere() {
    assumeThat(sandbox.confines()).as(sandbox.describe()).isTrue();
  }

  private GuestSpec spec(String script, boolean network) throws IOException {
    return sandbox.confine(
        new GuestSpec(
            List.of("/bin/sh", "-c", script),
            Map.of("PATH", "/usr/bin:/bin"),
            folder,
            new GuestLimits(1, 1L << 30)),
        new GuestNeeds(List.of(readable), network));
  }

  private String says(String script, boolean network) throws IOException {
    final Guest guest = guests.start(spec("exec 2>&1; " + script, network));
    try {
      return new String(guest.pipes().reports().readAllBytes(), StandardCharsets.UTF_8).strip();
    } finally {
      assertThat(guest.kill(SOON)).isTrue();
    }
  }

  @Test
  void seesNoHomeNoSocketsNoDevicesAndNobodyElse() throws Exception {
    Files.writeString(others.resolve("secret"), "of the owner");
    assertThat(says("ls -d /home /root /run /var /sys /srv /opt 2>/dev/null", true)).isEmpty();
    assertThat(says("ls /tmp; cat " + others.resolve("secret") + " 2>/dev/null", true))
        .doesNotContain("of the owner", ".X11-unix");
    assertThat(says("ls /proc | grep -c '^[0-9]'", true)).matches("[1-5]");
    assertThat(says("ls /dev | tr '\\n' ' '", true)).doesNotContain("input", "sd", "vd", "dri");
  }

  @Test
  void writesToItsOwnFolderAloneAndReadsWhatItNeeds() throws Exception {
    Files.writeString(readable.resolve("class"), "path");
    assertThat(says("cat " + readable.resolve("class"), true)).isEqualTo("path");
    assertThat(says("echo x >" + readable.resolve("class"), true)).contains("Read-only");
    assertThat(says("echo x >/usr/x; echo x >/etc/hosts", true)).contains("Read-only");
    assertThat(says("echo mine >own && cat own", true)).isEqualTo("mine");
    assertThat(folder.resolve("own")).hasContent("mine");
  }

  @Test
  void gainsNoPrivilegesAndMakesNoFurtherNamespaces() throws Exception {
    final String status = says("cat /proc/self/status", true);
    assertThat(status).containsPattern("NoNewPrivs:\\s+1").containsPattern("CapEff:\\s+0+\\n");
    assertThat(says("unshare --version && echo there", true)).contains("there");
    assertThat(says("unshare -U true && echo made || echo refused", true))
        .contains("refused")
        .containsAnyOf("Operation not permitted", "No space left on device", "not implemented");
    assertThat(
            says("readlink /proc/self/ns/user /proc/self/ns/pid /proc/self/ns/ipc", true).lines())
        .doesNotContain(
            Files.readSymbolicLink(Path.of("/proc/self/ns/user")).toString(),
            Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString(),
            Files.readSymbolicLink(Path.of("/proc/self/ns/ipc")).toString());
  }

  @Test
  void hasANetworkOnlyWhereItNeedsOne() throws Exception {
    final String host = Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();
    assertThat(says("readlink /proc/self/ns/net", true)).isEqualTo(host);
    assertThat(says("readlink /proc/self/ns/net", false)).isNotEqualTo(host);
  }

  @Test
  void reachesNoSocketOfThisComputersPrograms() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/perl"))).as("no perl").isTrue();
    final String socket =
        "perl -MSocket -e 'socket(S, %s, SOCK_STREAM, 0) or die \"no: $!\"; print 1'";
    assertThat(says(socket.formatted("AF_UNIX"), true)).startsWith("no: Permission denied");
    assertThat(says(socket.formatted("AF_INET"), true)).isEqualTo("1");
    assertThat(says("perl -e 'print syscall(425, 1, 0), $!'", true))
        .isEqualTo("-1Function not implemented");
  }

  @Test
  void worksForAPlainUserToo() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/setpriv"))).as("no setpriv").isTrue();
    assumeThat(Files.getOwner(folder).getName())
        .as("only root can become another user")
        .isEqualTo("root");
    // A folder that a plain user can reach.
    final Path own = Files.createTempDirectory("lull-sandbox-test");
    assertThat(own.toFile().setReadable(true, false) && own.toFile().setExecutable(true, false))
        .isTrue();
    final List<String> command =
        new ArrayList<>(
            List.of("/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"));
    command.addAll(
        sandbox
            .confine(
                new GuestSpec(List.of("/usr/bin/id", "-u"), Map.of(), own, new GuestLimits(1, 0)),
                new GuestNeeds(List.of(), true))
            .command());
    final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("65534\n");
    assertThat(process.waitFor()).isZero();
    Files.delete(own.resolve("sandbox.filter"));
    Files.delete(own);
  }
}
