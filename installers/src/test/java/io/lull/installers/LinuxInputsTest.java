package io.lull.installers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What the packages for Linux are made from names nothing that is not there. */
class LinuxInputsTest {
  @TempDir private Path folder;

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Path COMMANDS = Inputs.ROOT.resolve("cli/src/main/java/io/lull/cli/command");

  private static String agentUnit() {
    return Inputs.text("linux/lull-agent/lull-agent.service");
  }

  private static String guestsUnit() {
    return text("lull-guests.service");
  }

  private static String text(String name) {
    return Inputs.text("linux/lull-agent/" + name);
  }

  private static String coordinatorUnit() {
    return Inputs.text("linux/lull-coordinator/lull-coordinator.service");
  }

  @TestFactory
  Stream<DynamicTest> shellScriptsCanBeRead() {
    final List<Path> scripts = new ArrayList<>();
    for (final Path file : Inputs.ending("")) {
      final String text = Inputs.isText(file) ? Inputs.text(file) : "";
      if (text.startsWith("#!/") || text.startsWith("# shellcheck shell=bash")) {
        scripts.add(file);
      }
    }
    assertThat(scripts).hasSizeGreaterThan(15);
    return scripts.stream()
        .map(script ->
            DynamicTest.dynamicTest(
                Inputs.FOLDER.relativize(script).toString(),
                () -> {
                  final String shell = Inputs.text(script).startsWith("#!/bin/sh") ? "sh" : "bash";
                  Tools.run(SOON, List.of(shell, "-n", script.toString()));
                }));
  }

  @Test
  void unitsStartWhatTheirPackagesInstall() {
    final String layout = Inputs.text("linux/layout");
    for (final Path unit : Inputs.ending(".service")) {
      final Set<String> started = Inputs.found("^Exec\\w+=\\+?(/usr/lib/\\S+)", Inputs.text(unit));
      assertThat(started).as("%s starts something", unit).isNotEmpty();
      for (final String program : started) {
        final Path name = Path.of(program).getFileName();
        final String source = String.valueOf(unit.getParent()) + "/" + name;
        assertThat(
                Files.isExecutable(Path.of(source))
                    || Files.isExecutable(Inputs.ROOT.resolve("cli/src/main/dist/" + name)))
            .as("%s of %s", program, unit)
            .isTrue();
        assertThat(layout).contains(String.valueOf(name));
      }
    }
  }

  @Test
  void unitsOfAPackageAreInstalledByBothKindsOfPackages() {
    for (final String unit :
        List.of(
            "lull-agent.service", "lull-agent.path", "lull-agent-learn.service", "lull.slice")) {
      assertThat(Inputs.text("linux/rpm/lull-agent.spec")).contains("%{_unitdir}/" + unit);
      assertThat(Inputs.FOLDER.resolve("linux/lull-agent/" + unit)).isRegularFile();
    }
    assertThat(Inputs.text("linux/rpm/lull-coordinator.spec"))
        .contains("%{_unitdir}/lull-coordinator.service");
  }

  /** A system's root with a bubblewrap and what the package installs. */
  private Path system(boolean restricted) throws IOException {
    final Path root = Files.createTempDirectory(folder, "root");
    final Path bwrap = Files.createDirectories(root.resolve("usr/bin")).resolve("bwrap");
    Files.writeString(bwrap, "#!/bin/sh\n");
    assertThat(bwrap.toFile().setExecutable(true)).isTrue();
    Files.createDirectories(root.resolve("usr/lib/lull-agent"));
    Files.copy(
        Inputs.FOLDER.resolve("linux/lull-agent/apparmor-profile"),
        Files.createDirectories(root.resolve("usr/share/lull-agent")).resolve("apparmor-profile"));
    if (restricted) {
      Files.writeString(
          Files.createDirectories(root.resolve("proc/sys/kernel"))
              .resolve("apparmor_restrict_unprivileged_userns"),
          "1\n");
    }
    return root;
  }

  private static void sandboxProfile(String what, Path root) {
    Tools.run(
        SOON,
        List.of(
            Inputs.FOLDER.resolve("linux/lull-agent/sandbox-profile").toString(),
            what,
            root.toString()));
  }

  @Test
  void whereNamespacesAreRestrictedTheAgentHasABubblewrapOfItsOwn() throws IOException {
    final Path root = system(true);
    final Path copy = root.resolve("usr/lib/lull-agent/bwrap");
    final Path profile = root.resolve("etc/apparmor.d/lull-agent-bwrap");
    sandboxProfile("install", root);
    assertThat(copy).hasSameTextualContentAs(root.resolve("usr/bin/bwrap"));
    assertThat(Files.getPosixFilePermissions(copy))
        .as("nobody else may run it")
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
    assertThat(profile).content().contains("/usr/lib/lull-agent/bwrap", "userns,");

    Files.writeString(root.resolve("usr/bin/bwrap"), "#!/bin/sh\n# newer\n");
    sandboxProfile("install", root);
    assertThat(copy).hasSameTextualContentAs(root.resolve("usr/bin/bwrap"));

    sandboxProfile("remove", root);
    assertThat(copy).doesNotExist();
    assertThat(profile).doesNotExist();
  }

  @Test
  void elsewhereItHasNone() throws IOException {
    final Path root = system(false);
    sandboxProfile("install", root);
    assertThat(root.resolve("usr/lib/lull-agent/bwrap")).doesNotExist();
    assertThat(root.resolve("etc/apparmor.d")).doesNotExist();
  }

  @Test
  void unitsUsersAreMade() {
    usersAreMade("lull-coordinator", List.of("lull-coordinator"));
    usersAreMade("lull-agent", List.of("lull-agent", "lull-guest", "lull-input"));
  }

  /**
   * @param users of its units
   */
  private static void usersAreMade(String name, List<String> users) {
    final Set<String> ofUnits = new TreeSet<>();
    for (final Path unit : Inputs.ending(".service")) {
      if (unit.getParent().endsWith(name)) {
        ofUnits.addAll(Inputs.found("^User=(.*)$", Inputs.text(unit)));
      }
    }
    assertThat(ofUnits).containsExactlyElementsOf(users);
    assertThat(Inputs.found("^u (\\S+)", Inputs.text("linux/" + name + "/sysusers.conf")))
        .containsExactlyInAnyOrderElementsOf(users);
    for (final String user : users) {
      assertThat(Inputs.text("linux/deb/" + name + ".postinst"))
          .containsPattern("adduser .* " + user + "\n");
      assertThat(Inputs.text("linux/deb/" + name + ".postrm"))
          .contains("deluser --quiet --system " + user);
      assertThat(Inputs.text("linux/rpm/" + name + ".spec")).contains("useradd -r -g " + user);
    }
  }

  @Test
  void optionsInUnitsAndScriptsAreTheCommands() {
    final String agent = Inputs.text(COMMANDS.resolve("AgentCommand.java"));
    final String coordinator = Inputs.text(COMMANDS.resolve("CoordinatorCommand.java"));
    final Set<String> asked =
        new TreeSet<>(Inputs.found(" (--[a-z-]+)", line(agentUnit(), "ExecStart=")));
    asked.addAll(Inputs.found(" (--[a-z-]+)", Inputs.text("macos/start-agent")));
    asked.addAll(Inputs.found("Value=\"(--[a-z-]+)\"", windowsStart()));
    assertThat(asked).contains("--coordinator", "--enroll-once", "--owner-socket", "--data");
    assertThat(asked).allMatch(option -> agent.contains("names = \"" + option + "\""));
    final Set<String> ofCoordinator =
        new TreeSet<>(Inputs.found(" (--[a-z-]+)", line(coordinatorUnit(), "ExecStart=")));
    ofCoordinator.addAll(
        Inputs.found("[= ](--listen)", Inputs.text("linux/lull-coordinator/coordinator.conf")));
    assertThat(ofCoordinator)
        .containsExactlyInAnyOrder("--data", "--listen")
        .allMatch(option -> coordinator.contains("names = \"" + option + "\""));
    assertThat(Inputs.text(COMMANDS.resolve("TrayCommand.java"))).contains("\"--background\"");
  }

  private static String windowsStart() {
    final String text = Inputs.text("windows/lull-agent.wxs");
    return text.substring(text.indexOf("\"Params\""), text.indexOf("Parameters\\Stop"));
  }

  private static String line(String text, String start) {
    return text.lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
  }

  @Test
  void servicesAreHeldToWhatTheyNeed() {
    for (final String unit :
        List.of(agentUnit(), coordinatorUnit(), guestsUnit(), text("lull-input.service"))) {
      assertThat(unit)
          .contains(
              "\nNoNewPrivileges=yes\n",
              "\nCapabilityBoundingSet=\n",
              "\nProtectSystem=strict\n",
              "\nProtectHome=yes\n",
              "\nPrivateTmp=yes\n",
              "\nSystemCallFilter=@system-service",
              "\nRestrictAddressFamilies=",
              "\nUMask=00");
    }
    for (final String unit : List.of(agentUnit(), coordinatorUnit())) {
      assertThat(unit)
          .contains("\nPrivateDevices=yes\n", "\nRestrictNamespaces=yes\n", "\nUMask=0077\n");
    }
    assertThat(guestsUnit()).contains("\nPrivateNetwork=yes\n", "\nPrivateDevices=yes\n");
    // What would keep guests' sandboxes and control groups from being made.
    assertThat(Inputs.found("^([A-Z]\\w+)=yes$", guestsUnit()))
        .doesNotContain(
            "ProtectKernelTunables",
            "ProtectKernelLogs",
            "ProtectControlGroups",
            "ProcSubset",
            "RestrictNamespaces",
            "MemoryDenyWriteExecute")
        .contains("Delegate");
  }

  @Test
  void purgingRemovesEveryFolderThatAServiceIsGiven() {
    for (final String service : List.of("lull-agent", "lull-coordinator")) {
      final String unit = Inputs.text("linux/" + service + "/" + service + ".service");
      final String purge = Inputs.text("linux/deb/" + service + ".postrm");
      for (final String state : Inputs.found("^StateDirectory=(.*)$", unit)) {
        assertThat(purge).contains("/var/lib/" + state);
      }
      for (final String cache : Inputs.found("^CacheDirectory=(.*)$", unit)) {
        assertThat(purge).contains("/var/cache/" + cache);
      }
    }
  }

  @Test
  void desktopEntriesStartWhatIsInstalled() {
    for (final Path entry : Inputs.ending(".desktop")) {
      for (final String program : Inputs.found("^(?:Try)?Exec=(\\S+)", Inputs.text(entry))) {
        assertThat(program).as("%s", entry).isIn("lull-tray", "/usr/lib/lull-agent/lull");
      }
    }
    assertThat(Inputs.text("linux/lull-agent/lull-tray")).contains("/usr/lib/lull-agent/lull tray");
  }

  @Test
  void theLauncherKnowsThePackagesByName() {
    final String launcher = Inputs.text(Inputs.ROOT.resolve("cli/src/main/dist/lull"));
    assertThat(Inputs.found("package=(\\S+) ;;", launcher))
        .containsExactlyInAnyOrder("lull", "lull-agent", "lull-coordinator");
    for (final Path control : Inputs.ending(".control")) {
      final String name = String.valueOf(control.getFileName()).replace(".control", "");
      assertThat(Inputs.found("^Package: (.*)$", Inputs.text(control))).containsExactly(name);
      assertThat(Inputs.text("linux/rpm/" + name + ".spec")).contains("Name: " + name + "\n");
    }
  }
}
