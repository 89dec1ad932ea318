package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.core.control.StepDown;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.file.FileQuota;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.IncomingFile;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.Health;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AuditEntry;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.RevokeRequest;
import io.lull.testkit.postgres.OwnPostgres;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two coordinators of one store. */
class MembersTest {
  private static final long PATIENCE_SECONDS = 30;

  @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

  @TempDir private Path folder;
  private String store = "";
  private Rig rig;
  private final AtomicBoolean waiting = new AtomicBoolean(true);
  private final CountDownLatch stoodBy = new CountDownLatch(1);
  private final CoordinatorMetrics seconds = Rig.metrics();

  @BeforeEach
  void start() throws StartException {
    store = postgres.newDatabase();
    rig = new Rig(folder, store);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private CoordinatorOptions second(String data) {
    final CoordinatorOptions first = rig.options();
    return new CoordinatorOptions(
        folder.resolve(data),
        first.listen(),
        new CoordinatorOptions.Members(List.of(rig.coordinator().address()), null),
        store,
        first.traffic().encrypted(),
        first.times());
  }

  /** Completes when the second leads, or does not want to wait any longer. */
  private CompletableFuture<Optional<Coordinator>> standingBy(CoordinatorOptions options)
      throws InterruptedException {
    final CompletableFuture<Optional<Coordinator>> leads = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            leads.complete(
                Coordinator.await(
                    options,
                    SystemClock.INSTANCE,
                    Monitoring.of(seconds),
                    leader -> {
                      stoodBy.countDown();
                      return waiting.get();
                    }));
          } catch (StartException | RuntimeException e) {
            leads.completeExceptionally(e);
          }
        });
    assertThat(stoodBy.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return leads;
  }

  private ManagedChannel channel(Coordinator coordinator, Identity identity) {
    return rig.keep(
        Grpc.newChannelBuilderForAddress(
                "127.0.0.1",
                coordinator.address().port(),
                Credentials.client(identity, Peer.COORDINATOR))
            .overrideAuthority(Credentials.SERVER_NAME)
            .build());
  }

  @Test
  void theOtherKnowsAllThatWasAcceptedWhenTheLeaderStops() throws Exception {
    final Identity admin = rig.administrator();
    final Identity node = rig.enrol(rig.token(admin, "node"), "ws1").identity();
    final CompletableFuture<Optional<Coordinator>> leads = standingBy(second("second"));
    final List<String> accepted = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      accepted.add(Rig.grid(rig.channel(admin)).submit(Rig.JACOBI).getJob());
    }
    rig.coordinator().close();

    try (Coordinator other = leads.get(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow()) {
      assertThat(
              Rig.grid(channel(other, admin))
                  .listJobs(ListJobsRequest.getDefaultInstance())
                  .getJobsList())
          .extracting(JobView::getId)
          .containsExactlyInAnyOrderElementsOf(accepted);
      final FakeAgent agent = FakeAgent.connect(channel(other, node), "run-1", List.of());
      assertThat(agent.awaits("Accepted", AgentOrder::hasAccepted).getFence()).isEqualTo(2);
    }
  }

  @Test
  void aRevocationHoldsWhenTheOtherLeads() throws Exception {
    final Identity admin = rig.administrator();
    final Identity ada = rig.enrol(rig.token(admin, "user"), "ada").identity();
    final CompletableFuture<Optional<Coordinator>> leads = standingBy(second("second"));
    final var _ =
        Rig.grid(rig.channel(admin)).revoke(RevokeRequest.newBuilder().setName("ada").build());
    rig.coordinator().close();

    try (Coordinator other = leads.get(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow()) {
      assertThatThrownBy(
              () -> Rig.grid(channel(other, ada)).listJobs(ListJobsRequest.getDefaultInstance()))
          .hasMessageContaining("PERMISSION_DENIED: ada was revoked by root at ");
      assertThat(
              Rig.grid(channel(other, admin))
                  .getAudit(AuditRequest.newBuilder().setSinceMillis(3_600_000).build())
                  .getEntriesList())
          .extracting(AuditEntry::getAction)
          .contains("revoke");
    }
  }

  @Test
  void whoStandsByIsReadyAndShowsThatItDoesNotLead() throws Exception {
    final CompletableFuture<Optional<Coordinator>> leads = standingBy(second("second"));
    assertThat(seconds.ready()).returns(true, Health::well).returns("standing by", Health::state);

    rig.coordinator().close();
    try (Coordinator other = leads.get(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow()) {
      assertThat(other.address().port()).isPositive();
      assertThat(seconds.ready()).isEqualTo(new Health(true, "leading", "it leads with fence 2"));
    }
    assertThat(seconds.ready().well()).isFalse();
  }

  @Test
  void aLeaderThatIsFollowedSaysSo() throws Exception {
    try (Database other = Database.open(StoreUrl.parse(store), Rig.metrics().database())) {
      other.leases().take("another", Duration.ofMinutes(1), 0, true).orElseThrow();
    }
    assertThat(rig.coordinator().failure().get(PATIENCE_SECONDS, TimeUnit.SECONDS).cause())
        .isEqualTo(StepDown.Cause.DEPOSED);
  }

  @Test
  void whoStandsByStopsWhenItIsTold() throws Exception {
    final CompletableFuture<Optional<Coordinator>> leads = standingBy(second("second"));
    waiting.set(false);
    assertThat(leads.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void severalNeedOneStore() {
    final CoordinatorOptions first = rig.options();
    final CoordinatorOptions alone =
        new CoordinatorOptions(
            folder.resolve("second"),
            first.listen(),
            new CoordinatorOptions.Members(List.of(rig.coordinator().address()), null),
            null,
            true,
            first.times());
    assertThatThrownBy(
            () -> Coordinator.start(alone, SystemClock.INSTANCE, Monitoring.of(Rig.metrics())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("start each with --store");
  }

  @Test
  void aFolderOfAnotherGridIsRefused() throws Exception {
    final CoordinatorOptions first = rig.options();
    final CoordinatorOptions foreign =
        new CoordinatorOptions(
            folder.resolve("foreign"),
            first.listen(),
            CoordinatorOptions.Members.NONE,
            null,
            true,
            first.times());
    Coordinator.start(foreign, SystemClock.INSTANCE, Monitoring.of(Rig.metrics())).close();
    rig.coordinator().close();

    assertThatThrownBy(() ->
            Coordinator.start(
                second("foreign"), SystemClock.INSTANCE, Monitoring.of(Rig.metrics())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("does not match the store's");
  }

  private FileStore files(String name, Database database) throws IOException {
    return FileStore.open(
        folder.resolve(name),
        database.sharedFiles(),
        new FileRecords(new SharedRecordMaps()),
        FileQuota.of(FileQuota.LEAST_BYTES),
        SystemClock.INSTANCE);
  }

  @Test
  void filesAreThereForWhoeverLeads() throws Exception {
    final byte[] content = new byte[3_000_000];
    content[2_500_000] = 7;
    try (Database first = Database.open(StoreUrl.parse(store), Rig.metrics().database());
        Database second = Database.open(StoreUrl.parse(store), Rig.metrics().database())) {
      final FileStore mine = files("mine", first);
      final FileStore others = files("others", second);
      final String sha256;
      try (IncomingFile incoming = mine.takeBlob("ada", "program.jar", 0)) {
        incoming.write(ByteBuffer.wrap(content));
        sha256 = incoming.finish().getSha256();
      }
      try (IncomingFile incoming = mine.takeOutput("J1", "empty.txt", 0)) {
        incoming.finish();
      }

      assertThat(others.hasBlob(sha256, content.length)).isTrue();
      assertThat(others.blobFile(sha256)).hasBinaryContent(content);
      assertThat(others.outputFile("J1", "empty.txt")).isEmptyFile();

      try (IncomingFile incoming = mine.takeOutput("J1", "empty.txt", 0)) {
        incoming.write(ByteBuffer.wrap(new byte[] {1}));
        incoming.finish();
      }
      final FileStore later = files("others", second);
      assertThat(later.outputFile("J1", "empty.txt")).hasBinaryContent(new byte[] {1});
      assertThat(folder.resolve("others/incoming")).isEmptyDirectory();
    }
  }

  @Test
  void whatOneDropsIsGoneForWhoeverLeadsNext() throws Exception {
    try (Database first = Database.open(StoreUrl.parse(store), Rig.metrics().database());
        Database second = Database.open(StoreUrl.parse(store), Rig.metrics().database())) {
      final FileStore mine = files("mine", first);
      final String dropped = keep(mine, 3_000_000);
      final String stays = keep(mine, 2_000_000);
      final FileStore others = files("others", second);
      assertThat(others.hasBlob(dropped, 3_000_000)).isTrue();

      assertThat(mine.removal().dropBlob(dropped, mine.removal().lastTouch())).isTrue();
      mine.removal().dropOutputs("J1");

      final FileStore later = files("others", second);
      assertThat(later.hasBlob(dropped, 3_000_000)).isFalse();
      assertThat(later.hasBlob(stays, 2_000_000)).isTrue();
      assertThat(second.sharedFiles().ids("blob/")).containsExactly("blob/" + stays);
      assertThat(later.removal().jobsWithOutputs()).isEmpty();
      assertThat(second.sharedFiles().sizes("")).hasSize(1 + authorityFiles(second));
    }
  }

  private static int authorityFiles(Database database) {
    return database.sharedFiles().ids("authority/").size();
  }

  private static String keep(FileStore store, int bytes) throws Exception {
    final byte[] content = new byte[bytes];
    content[0] = (byte) bytes;
    try (IncomingFile incoming = store.takeOutput("J1", bytes + ".txt", 0)) {
      incoming.write(ByteBuffer.wrap(content));
      incoming.finish();
    }
    try (IncomingFile incoming = store.takeBlob("ada", "program.jar", 0)) {
      incoming.write(ByteBuffer.wrap(content));
      return incoming.finish().getSha256();
    }
  }

  @Test
  void aDropThatWasCutShortIsFinishedByWhoeverLeadsNext() throws Exception {
    try (Database database = Database.open(StoreUrl.parse(store), Rig.metrics().database())) {
      final Path file = Files.write(folder.resolve("file"), new byte[3_000_000]);
      database.sharedFiles().put("blob/x", file);
      // What the first step of a drop does.
      database
          .sharedFiles()
          .put("dropped/blob/x", Files.write(folder.resolve("part"), new byte[1]));
      files("others", database);
      assertThat(database.sharedFiles().ids("blob/")).isEmpty();
      assertThat(database.sharedFiles().ids("dropped/")).isEmpty();
    }
  }
}
