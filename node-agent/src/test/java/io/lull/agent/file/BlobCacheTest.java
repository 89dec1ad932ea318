package io.lull.agent.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.lull.agent.network.NetworkBudget;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlobCacheTest {
  @TempDir private Path folder = Path.of("");

  private final VirtualClock clock = new VirtualClock();
  private final AtomicLong quota = new AtomicLong(1000);
  private final KnownFiles coordinator = new KnownFiles();
  private Server server;
  private ManagedChannel channel;
  private BlobCache cache;

  @BeforeEach
  void start() throws IOException {
    server =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(coordinator)
            .build()
            .start();
    channel =
        Grpc.newChannelBuilderForAddress(
                "127.0.0.1", server.getPort(), InsecureChannelCredentials.create())
            .build();
    cache = open();
  }

  private BlobCache open() throws IOException {
    return new BlobCache(
        folder.resolve("blobs"),
        quota::get,
        new CoordinatorFiles(_ -> Optional.of(channel), NetworkBudget.unlimited(clock)),
        clock);
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.shutdownNow().awaitTermination();
  }

  private void use(Blob blob) throws IOException, InterruptedException {
    clock.advance(Duration.ofSeconds(1));
    cache.copy(blob, folder.resolve("copy"));
    assertThat(folder.resolve("copy")).hasSize(blob.getSizeBytes());
  }

  private Path kept(Blob blob) {
    return folder.resolve("blobs").resolve(blob.getSha256());
  }

  @Test
  void fetchesOnceWhatIsUsedTwice() throws Exception {
    final Blob program = coordinator.file(300);
    use(program);
    use(program);
    assertThat(coordinator.fetched).hasValue(1);
  }

  @Test
  void whatWasNotUsedForTheLongestTimeGoesFirst() throws Exception {
    final Blob first = coordinator.file(400);
    final Blob second = coordinator.file(401);
    use(first);
    use(second);
    use(first);
    use(coordinator.file(402));
    assertThat(kept(first)).exists();
    assertThat(kept(second)).doesNotExist();
  }

  @Test
  void whatIsDamagedOnTheDiskIsFetchedAgain() throws Exception {
    final Blob program = coordinator.file(300);
    use(program);
    Files.write(kept(program), new byte[300]);
    use(program);
    assertThat(coordinator.fetched).hasValue(2);
    assertThat(folder.resolve("copy")).hasSameBinaryContentAs(kept(program));
    use(program);
    assertThat(coordinator.fetched).hasValue(2);
  }

  @Test
  void aGuestThatWritesToItsCopyChangesNobodyElses() throws Exception {
    final Blob program = coordinator.file(300);
    use(program);
    Files.write(folder.resolve("copy"), new byte[300]);
    use(program);
    assertThat(coordinator.fetched).hasValue(1);
  }

  @Test
  void anOwnerWhoGivesLessRoomHasItAtOnceAndLaterUse() throws Exception {
    final Blob first = coordinator.file(400);
    final Blob second = coordinator.file(401);
    use(first);
    use(second);
    quota.set(450);
    cache.trim();
    assertThat(kept(first)).doesNotExist();
    assertThat(kept(second)).exists();

    quota.set(300);
    cache = open();
    assertThat(kept(second)).doesNotExist();
    assertThatThrownBy(() -> use(second)).hasMessageContaining("more than this node takes");
  }

  @Test
  void onlyWhatItKeepsItselfIsEverDropped() throws Exception {
    final Path guests = Files.write(folder.resolve("results.txt"), new byte[5000]);
    use(coordinator.file(900));
    use(coordinator.file(901));
    assertThat(guests).exists();
    assertThat(folder.resolve("blobs")).isDirectoryContaining("glob:**");
  }

  @Test
  void whatWasHalfFetchedWhenTheAgentDiedIsCleared() throws Exception {
    final Path torn = Files.write(folder.resolve("blobs/x.tmp"), new byte[10]);
    open();
    assertThat(torn).doesNotExist();
  }

  /** A coordinator that has files and nothing else. */
  private static final class KnownFiles extends FilesGrpc.FilesImplBase {
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AtomicInteger fetched = new AtomicInteger();

    Blob file(int bytes) throws Exception {
      final byte[] content = new byte[bytes];
      content[0] = 1;
      final String sha256 =
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
      files.put(sha256, content);
      return Blob.newBuilder().setName("a.jar").setSha256(sha256).setSizeBytes(bytes).build();
    }

    @Override
    public void get(FileRequest request, StreamObserver<FilePart> reply) {
      final byte[] content = files.get(request.getSha256());
      if (content == null) {
        reply.onError(Status.NOT_FOUND.asRuntimeException());
        return;
      }
      fetched.incrementAndGet();
      reply.onNext(FilePart.newBuilder().setContent(ByteString.copyFrom(content)).build());
      reply.onCompleted();
    }
  }
}
