package io.lull.testkit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class ReservedPortsTest {
  @Test
  void twoThatAreOpenShareNoPort() throws Exception {
    try (ReservedPorts one = ReservedPorts.open(ReservedPorts.MOST);
        ReservedPorts other = ReservedPorts.open(ReservedPorts.MOST)) {
      final List<Integer> all = new ArrayList<>(one.all());
      all.addAll(other.all());
      assertThat(all).doesNotHaveDuplicates().hasSize(2 * ReservedPorts.MOST);
    }
  }

  @Test
  void aProgramCanListenOnThemAgainAndAgain() throws Exception {
    try (ReservedPorts reserved = ReservedPorts.open(1)) {
      for (int i = 0; i < 3; i++) {
        try (ServerSocket socket =
            new ServerSocket(reserved.first(), 1, InetAddress.getLoopbackAddress())) {
          assertThat(socket.getLocalPort()).isEqualTo(reserved.first());
        }
      }
    }
  }

  @Test
  void aPortOnWhichSomebodyListensIsNotGivenOut() throws Exception {
    final int port;
    try (ReservedPorts reserved = ReservedPorts.open(1)) {
      port = reserved.first();
    }
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        ReservedPorts reserved = ReservedPorts.open(1)) {
      assertThat(reserved.first()).isNotEqualTo(taken.getLocalPort());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theKernelGivesNoneToAnOutgoingConnection() throws Exception {
    // In one read of the whole line: a second read of such a file finds its end.
    final List<String> lines =
        Files.readAllLines(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
    final int lowest = Integer.parseInt(lines.getFirst().strip().split("\\s+")[0]);
    try (ReservedPorts reserved = ReservedPorts.open(ReservedPorts.MOST)) {
      assertThat(reserved.all()).allMatch(port -> port < lowest);
    }
  }

  @Test
  void moreThanABlockIsRefused() {
    assertThatThrownBy(() -> ReservedPorts.open(ReservedPorts.MOST + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 9");
  }
}
