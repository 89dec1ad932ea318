package io.lull.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.agent.core.owner.GuestRecorder.Return;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerRecord;
import io.lull.testkit.lab.SmallDisk;
import io.lull.testkit.time.Eventually;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerLedgerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final VirtualClock clock = new VirtualClock();
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

  @AfterEach
  void end() {
    scheduler.shutdownNow();
  }

  private OwnerLedger ledger() {
    return ledger(folder);
  }

  private OwnerLedger ledger(Path in) {
    return new OwnerLedger(in, 4, clock, ZoneOffset.UTC, scheduler);
  }

  private static void visit(OwnerLedger ledger, String worker, String job, String user) {
    ledger.expect(worker, job, user);
    ledger.served(worker);
  }

  @Test
  void tellsOfEachReturnWhoseWorkerItWasAndHowLongItTook() {
    final OwnerLedger ledger = ledger();
    visit(ledger, "J1-w1", "J1", "ada");
    ledger.reclaimed(
        "J1-w1", new Return(1_000, "you used the keyboard or mouse", "x11 :0", "input"));
    assertThat(ledger.record().getRecent(0).getHeldMillis()).isNegative();
    ledger.held("J1-w1", 0.7);
    ledger.held("J1-w1", 2000);
    ledger.vacated("J1-w1", 850, false);
    assertThat(ledger.record().getRecent(0))
        .isEqualTo(
            OwnerReclaim.newBuilder()
                .setKind("input")
                .setAtEpochMillis(1_000)
                .setWhy("you used the keyboard or mouse")
                .setSource("x11 :0")
                .setWorker("J1-w1")
                .setJob("J1")
                .setUser("ada")
                .setHeldMillis(0.7)
                .setFreeMillis(850)
                .build());
    assertThat(ledger.record().getVacated()).isEqualTo(1);
    assertThat(ledger.record().getEvicted()).isZero();
  }

  @Test
  void countsEachJobAndEachUserOnce() {
    final OwnerLedger ledger = ledger();
    visit(ledger, "J1-w1", "J1", "ada");
    visit(ledger, "J1-w2", "J1", "ada");
    visit(ledger, "J2-w1", "J2", "ada");
    visit(ledger, "J3-w1", "J3", "grace");
    ledger.served("nobody was told of this one");
    assertThat(ledger.record().getJobs()).isEqualTo(3);
    assertThat(ledger.record().getUsers()).isEqualTo(2);
  }

  @Test
  void addsUpTheHoursThatWereGiven() {
    final OwnerLedger ledger = ledger();
    ledger.ran(10, 0.5);
    ledger.ran(5, 1);
    assertThat(ledger.record().getGuestSeconds()).isEqualTo(15);
    assertThat(ledger.record().getGuestCoreSeconds()).isEqualTo(40);
  }

  @Test
  void isTheSameAfterARestart() {
    final OwnerRecord before;
    try (OwnerLedger ledger = ledger()) {
      visit(ledger, "J1-w1", "J1", "ada");
      ledger.ran(10, 0.5);
      ledger.reclaimed(
          "J1-w1", new Return(1_000, "you used the keyboard or mouse", "x11 :0", "input"));
      ledger.vacated("J1-w1", 30_000, true);
      ledger.incident("J1-w1", "had not left");
      before = ledger.record();
    }
    clock.advance(Duration.ofDays(1));
    final OwnerLedger after = ledger();
    assertThat(after.record()).isEqualTo(before);
    visit(after, "J1-w9", "J1", "ada");
    assertThat(after.record().getJobs()).isEqualTo(1);
  }

  @Test
  void isOnDiskASecondAfterAnEventThoughNobodyClosesIt() {
    ledger().incident("J1-w1", "could not be stopped");
    Eventually.await("the record on disk", PATIENCE, () -> ledger().record().getIncidents() == 1);
  }

  @Test
  void keepsTheLastHundredReturnsOnly() {
    final OwnerLedger ledger = ledger();
    for (int i = 0; i < OwnerLedger.MAX_RECENT + 20; i++) {
      ledger.reclaimed("J1-w" + i, new Return(i, "you used the keyboard or mouse", "", "input"));
    }
    assertThat(ledger.record().getRecentCount()).isEqualTo(OwnerLedger.MAX_RECENT);
    assertThat(ledger.record().getRecent(0).getAtEpochMillis())
        .isEqualTo(OwnerLedger.MAX_RECENT + 19);
  }

  @Test
  void isSetAsideWhenItIsDamagedAndBeginsAnew() throws IOException {
    try (OwnerLedger ledger = ledger()) {
      ledger.incident("J1-w1", "could not be stopped");
    }
    final byte[] bytes = Files.readAllBytes(folder.resolve("record"));
    bytes[bytes.length - 1] ^= 1;
    Files.write(folder.resolve("record"), bytes);
    assertThat(ledger().record().getIncidents()).isZero();
    assertThat(folder.resolve("record.damaged")).hasBinaryContent(bytes);
    for (final byte[] content : new byte[][] {{}, {1, 2}, new byte[2 << 20]}) {
      Files.write(folder.resolve("record"), content);
      assertThat(ledger().record().getIncidents()).isZero();
    }
  }

  @Test
  void goesOnWithAFullDiskAndIsWrittenWhenThereIsRoom() throws IOException {
    assumeThat(SmallDisk.unavailable()).as("a small disk").isEmpty();
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64 << 10)) {
      final Path filler = disk.folder().resolve("filler");
      fill(filler);
      final OwnerLedger ledger = ledger(disk.folder());
      ledger.incident("J1-w1", "could not be stopped");
      Eventually.await("a warning", PATIENCE, () -> ledger.warning().isPresent());
      assertThat(ledger.warning().orElseThrow()).startsWith("your record cannot be stored on disk");
      Files.delete(filler);
      ledger.incident("J1-w2", "could not be stopped");
      Eventually.await("no warning", PATIENCE, () -> ledger.warning().isEmpty());
      assertThat(ledger(disk.folder()).record().getIncidents()).isEqualTo(2);
    }
  }

  static void fill(Path filler) throws IOException {
    final byte[] page = new byte[4096];
    try (var out = Files.newOutputStream(filler)) {
      for (int i = 0; i < 1024; i++) {
        out.write(page);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }
}
