package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.machine.MachineFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxMachineTest {
  @TempDir private Path root = Path.of("");

  private void write(String file, String text) throws IOException {
    final Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void tellsTheDistributionTheHostWithoutItsDomainAndTheMemory() throws IOException {
    write("etc/os-release", "PRETTY_NAME=\"X\"\nNAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\n");
    write("proc/sys/kernel/hostname", "desk7.example.org\n");
    write("proc/meminfo", "MemTotal:       24684068 kB\nMemFree:  1 kB\n");
    assertThat(new LinuxMachine(root).facts())
        .isEqualTo(
            new MachineFacts(
                "Debian GNU/Linux 12",
                "desk7",
                Runtime.getRuntime().availableProcessors(),
                24_684_068L * 1024));
  }

  @Test
  void isLinuxWhereTheDistributionDoesNotSayWhich() throws IOException {
    write("proc/sys/kernel/hostname", "desk7\n");
    write("proc/meminfo", "MemTotal: 4 kB\n");
    assertThat(new LinuxMachine(root).facts().os()).isEqualTo("Linux");
  }
}
