package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.database.Database;
import io.lull.coordinator.database.StoreUrl;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.JobRequest;
import io.lull.testkit.postgres.OwnPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A whole coordinator whose store is a PostgreSQL. */
class CoordinatorOnPostgresTest {
  private static final long PATIENCE_SECONDS = 20;

  @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

  @TempDir private Path folder;
  private String store = "";
  private Rig rig;

  @BeforeEach
  void start() throws StartException {
    store = postgres.newDatabase();
    rig = new Rig(folder, store);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void knowsItsJobsAfterARestartAndLeadsWithAGreaterFence() throws Exception {
    final Identity admin = rig.administrator();
    final String job = Rig.grid(rig.channel(admin)).submit(Rig.JACOBI).getJob();
    final Identity node = rig.enrol(rig.token(admin, "node"), "ws1").identity();

    rig.restart();

    assertThat(
            Rig.grid(rig.channel(admin))
                .getJob(JobRequest.newBuilder().setJob(job).build())
                .getState())
        .isEqualTo("queued");
    final FakeAgent agent = FakeAgent.connect(rig.channel(node), "run-1", List.of());
    assertThat(agent.awaits("Accepted", AgentOrder::hasAccepted).getFence()).isEqualTo(2);
    assertThat(Rig.grid(rig.channel(admin)).submit(Rig.JACOBI).getJob()).isEqualTo("J2");
  }

  @Test
  void aDumpOfTheStoreIsEnoughToGoOnFrom() throws Exception {
    final Identity admin = rig.administrator();
    final String job = Rig.grid(rig.channel(admin)).submit(Rig.JACOBI).getJob();
    rig.close();
    final Path dump = folder.resolve("lull.dump");
    postgres.get().dump(dump);

    rig =
        new Rig(Files.createDirectory(folder.resolve("elsewhere")), postgres.get().restored(dump));

    assertThat(
            Rig.grid(rig.channel(admin))
                .getJob(JobRequest.newBuilder().setJob(job).build())
                .getState())
        .isEqualTo("queued");
  }

  @Test
  void anotherOnTheSameStoreIsRefusedWhileItLeads() {
    final CoordinatorOptions mine = rig.options();
    final CoordinatorOptions other =
        new CoordinatorOptions(
            folder.resolve("other"),
            mine.listen(),
            mine.members(),
            store,
            mine.traffic().encrypted(),
            mine.times());
    assertThatThrownBy(
            () -> Coordinator.start(other, SystemClock.INSTANCE, Monitoring.of(Rig.metrics())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("another coordinator leads on this store (")
        .hasMessageContaining("stop it first");
  }

  @Test
  void stopsWhenAnotherLeads() throws Exception {
    try (Database other = Database.open(StoreUrl.parse(store), Rig.metrics().database())) {
      other.leases().take("another", Duration.ofMinutes(1), 0, true).orElseThrow();
    }
    assertThat(rig.coordinator().failure().get(PATIENCE_SECONDS, TimeUnit.SECONDS).why())
        .contains("another coordinator leads now");
  }
}
