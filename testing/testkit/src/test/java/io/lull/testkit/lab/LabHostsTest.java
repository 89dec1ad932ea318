package io.lull.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class LabHostsTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @BeforeEach
  void whereItCanBe() {
    final Optional<String> why = LabHosts.unavailable();
    assumeTrue(why.isEmpty(), () -> "no hosts of their own: " + why.orElse(""));
  }

  @Test
  void hostsHaveNamesAndReachEachOtherUntilACableIsPulled() {
    try (LabHosts lab = LabHosts.up(2)) {
      assertThat(Tools.run(SOON, lab.host(1).running(List.of("hostname"))).strip()).isEqualTo("w1");
      try (RunningProgram listener =
          RunningProgram.named("listener").command(lab.host(1).running(listen())).start()) {
        final int port = Integer.parseInt(listener.awaitLine("^\\d+$", SOON));
        assertThat(Tools.run(SOON, lab.host(0).running(connect("w1", port)))).contains("hello");
        lab.link(1, false);
        assertThatThrownBy(() -> Tools.run(SOON, lab.host(0).running(connect("w1", port))))
            .isInstanceOf(AssertionError.class);
        lab.link(1, true);
        assertThat(Tools.run(SOON, lab.host(0).running(connect("w1", port)))).contains("hello");
      }
    }
  }

  @Test
  void aCrashEndsEveryProcessOfTheHostAndNothingIsLeft() {
    try (LabHosts lab = LabHosts.up(1);
        RunningProgram sleeper =
            RunningProgram.named("sleeper")
                .command(lab.host(0).running(List.of("sh", "-c", "sleep 1000 & echo on; wait")))
                .start()) {
      sleeper.awaitLine("on", SOON);
      assertThat(lab.host(0).processes()).hasSize(2);
      lab.host(0).crash();
      assertThat(lab.host(0).processes()).isEmpty();
      assertThat(sleeper.alive()).isFalse();
    }
  }

  @Test
  void aSmallDiskIsFull(@TempDir Path folder) throws IOException {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64 << 10)) {
      assertThatThrownBy(() -> Files.write(disk.folder().resolve("big"), new byte[1 << 20]))
          .isInstanceOf(IOException.class);
    }
    assertThat(folder.resolve("disk")).isEmptyDirectory();
  }

  private static List<String> listen() {
    return java("Listen", "0");
  }

  private static List<String> connect(String host, int port) {
    return java("Connect", host + ":" + port);
  }

  private static List<String> java(String what, String argument) {
    return List.of(
        ProcessHandle.current().info().command().orElseThrow(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        "io.lull.testkit.lab.Talk" + what,
        argument);
  }
}
