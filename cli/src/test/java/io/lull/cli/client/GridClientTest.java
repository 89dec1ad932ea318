package io.lull.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.inprocess.InProcessChannelBuilder;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.NodeView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GridClientTest {
  private static final List<HostPort> THREE = HostPort.parseAll("one:1,two:2,three:3");

  private static GridClient client() {
    return new GridClient(
        THREE,
        address -> InProcessChannelBuilder.forName(address.host()).build(),
        SystemClock.INSTANCE);
  }

  @Test
  void asksTheFirstAddressThatAnswers() throws IOException {
    try (FakeGrid two = new FakeGrid("two");
        GridClient client = client()) {
      two.nodes.add(NodeView.newBuilder().setName("ada").build());
      assertThat(client.nodes()).extracting(NodeView::getName).containsExactly("ada");
    }
  }

  @Test
  void goesOnToAnotherMemberWhenOneIsGone() throws IOException {
    try (FakeGrid three = new FakeGrid("three");
        GridClient client = client()) {
      three.nodes.add(NodeView.newBuilder().setName("of three").build());
      try (FakeGrid two = new FakeGrid("two")) {
        two.nodes.add(NodeView.newBuilder().setName("of two").build());
        assertThat(client.nodes().getFirst().getName()).isEqualTo("of two");
      }
      assertThat(client.nodes().getFirst().getName()).isEqualTo("of three");
    }
  }

  @Test
  void saysThatNobodyAnswers() {
    try (GridClient client = client()) {
      assertThatThrownBy(client::nodes)
          .isInstanceOfSatisfying(
              CommandFailure.class, e -> assertThat(e.code()).isEqualTo(ExitCode.UNREACHABLE))
          .hasMessageContaining("no coordinator answers at");
    }
  }

  @Test
  void sendsAFileInPartsAndTellsHowFarItIs(@TempDir Path folder) throws IOException {
    final Path file = folder.resolve("big.bin");
    final byte[] content = new byte[2 * Transfers.PART_BYTES + 1];
    content[content.length - 1] = 7;
    Files.write(file, content);
    final List<Long> told = new ArrayList<>();
    try (FakeGrid one = new FakeGrid("one");
        GridClient client = client()) {
      client.upload(file, (name, done, total) -> told.add(done));
      assertThat(one.uploads.get("big.bin")).isEqualTo(content);
    }
    assertThat(told).containsExactly(262144L, 524288L, 524289L);
  }

  @Test
  void sendsAnEmptyFile(@TempDir Path folder) throws IOException {
    final Path file = Files.createFile(folder.resolve("empty"));
    try (FakeGrid one = new FakeGrid("one");
        GridClient client = client()) {
      assertThat(client.upload(file, TransferProgress.NONE).getSizeBytes()).isZero();
      assertThat(one.uploads.get("empty")).isEmpty();
    }
  }
}
