package io.lull.client.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.inprocess.InProcessChannelBuilder;
import io.lull.client.ClientFailure;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.SubmitReply;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GridClientTest {
  private static final List<HostPort> THREE = HostPort.parseAll("one:1,two:2,three:3");

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static GridClient client() {
    return new GridClient(
        THREE,
        address -> InProcessChannelBuilder.forName(address.host()).build(),
        PATIENCE,
        SystemClock.INSTANCE,
        new Random(7));
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
  void aSubmissionWhoseAnswerWasLostIsMadeAgainAsTheSame() throws IOException {
    try (FakeGrid two = new FakeGrid("two");
        FakeGrid three = new FakeGrid("three");
        GridClient client = client()) {
      two.goesAtSubmission = true;
      final SubmitReply _ = client.submit(JobSpec.newBuilder().setApp("jacobi").build());
      assertThat(two.submitted).hasSize(1);
      assertThat(three.submitted).isEqualTo(two.submitted);
      assertThat(three.submitted.getFirst().getRequest()).hasSize(32);

      final SubmitReply _ = client.submit(JobSpec.newBuilder().setApp("jacobi").build());
      assertThat(three.submitted.stream().map(JobSpec::getRequest).distinct()).hasSize(2);
    }
  }

  @Test
  void waitsForOneOfSeveralToLead() throws Exception {
    try (GridClient client = client()) {
      final CompletableFuture<List<NodeView>> asked =
          CompletableFuture.supplyAsync(client::nodes, Thread::startVirtualThread);
      assertThatThrownBy(() -> asked.get(100, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      try (FakeGrid two = new FakeGrid("two")) {
        two.nodes.add(NodeView.newBuilder().setName("ada").build());
        assertThat(asked.get(PATIENCE.toSeconds() * 2, TimeUnit.SECONDS)).hasSize(1);
      }
    }
  }

  @Test
  void saysThatNobodyAnswers() {
    try (GridClient client = client()) {
      assertThatThrownBy(client::nodes)
          .isInstanceOfSatisfying(
              ClientFailure.class,
              e -> assertThat(e.kind()).isEqualTo(ClientFailure.Kind.UNREACHABLE))
          .hasMessageContaining("no coordinator responds at");
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
  void aFileThatIsDamagedOnTheWayIsNotTakenAsSent(@TempDir Path folder) throws IOException {
    final Path file = Files.write(folder.resolve("program.jar"), new byte[] {1, 2, 3});
    try (FakeGrid one = new FakeGrid("one");
        GridClient client = client()) {
      one.damagesUploads = true;
      assertThatThrownBy(() -> client.upload(file, TransferProgress.NONE))
          .isInstanceOfSatisfying(
              ClientFailure.class, e -> assertThat(e.kind()).isEqualTo(ClientFailure.Kind.FAILED))
          .hasMessageContaining("program.jar changed or was damaged while it was sent");
    }
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
