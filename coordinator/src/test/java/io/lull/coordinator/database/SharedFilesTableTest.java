package io.lull.coordinator.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.DatabaseMetrics.Operation;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in a database, and what is left of one whose removal was cut short. */
final class SharedFilesTableTest {
  private static final int PART_BYTES = 1 << 20;

  @TempDir private Path folder;
  private Database database;
  private SharedFilesTable files;

  @BeforeEach
  void open() {
    database =
        Database.open(
            StoreUrl.inFolder(folder),
            new CoordinatorMetrics(SystemClock.INSTANCE, "test").database());
    files = new SharedFilesTable(database.transactions());
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static byte[] content(int bytes) {
    final byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    return content;
  }

  private void put(String id, byte[] content) throws IOException {
    files.put(id, Files.write(folder.resolve("source"), content));
  }

  private void assertHolds(String id, byte[] content) throws IOException {
    final Path target = folder.resolve("target");
    assertThat(files.fetch(id, target)).isTrue();
    assertThat(target).hasBinaryContent(content);
    Files.delete(target);
  }

  /** As far as a drop comes whose process dies after its first transaction. */
  private void dropHalfway(String id) {
    database
        .transactions()
        .change(
            Operation.WRITE,
            handle ->
                handle.execute(
                    "update vault set id = ? where id = ? and part = 0", "dropped/" + id, id));
  }

  @Test
  void aFileOfSeveralPartsIsGivenBackAsItWas() throws IOException {
    for (final int bytes : new int[] {0, 1, PART_BYTES, 2 * PART_BYTES + 1}) {
      put("blob/a", content(bytes));
      assertThat(files.bytes("blob/a")).isEqualTo(bytes);
      assertHolds("blob/a", content(bytes));
    }
  }

  @Test
  void aDropTakesThatFileAlone() throws IOException {
    put("blob/a", content(2 * PART_BYTES + 1));
    put("blob/b", content(7));
    files.drop("blob/a");
    assertThat(files.holds("blob/a")).isFalse();
    assertThat(files.sizes("")).isEqualTo(Map.of("blob/b", 7L));
  }

  @Test
  void aDropThatWasCutShortIsFinishedAndSeenByNobodyMeanwhile() throws IOException {
    put("blob/a", content(2 * PART_BYTES + 1));
    dropHalfway("blob/a");
    assertThat(files.holds("blob/a")).isFalse();
    assertThat(files.fetch("blob/a", folder.resolve("target"))).isFalse();
    assertThat(files.ids("blob/")).isEmpty();
    files.finishDrops();
    assertThat(files.sizes("")).isEmpty();
  }

  @Test
  void whatComesAgainAfterADropThatWasCutShortStays() throws IOException {
    put("blob/a", content(2 * PART_BYTES + 1));
    dropHalfway("blob/a");
    put("blob/a", content(PART_BYTES + 5));
    files.finishDrops();
    assertHolds("blob/a", content(PART_BYTES + 5));
    assertThat(files.sizes("")).isEqualTo(Map.of("blob/a", PART_BYTES + 5L));
  }
}
