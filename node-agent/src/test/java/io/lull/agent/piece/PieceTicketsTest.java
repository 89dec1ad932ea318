package io.lull.agent.piece;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.testkit.lab.ForcedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PieceTicketsTest {
  private static final ByteString SECRET = ByteString.copyFromUtf8("secret\nof the job");

  @TempDir private Path folder;
  private PieceTickets tickets;

  @BeforeEach
  void restart() throws IOException {
    tickets = new PieceTickets(PieceStore.open(folder, () -> 1_000_000));
  }

  private Path file() {
    return folder.resolve("J1/ticket");
  }

  @Test
  void aTicketHasItsLimitAlsoAfterARestart() throws Exception {
    tickets.accept("J1", SECRET, 1000);
    restart();
    assertThat(tickets.admits("J1", SECRET)).isTrue();
    assertThat(tickets.fits("J1", 1000)).isTrue();
    assertThat(tickets.fits("J1", 1001)).isFalse();
  }

  @Test
  void onlyTheJobsOwnTicketIsAdmitted() throws Exception {
    tickets.accept("J1", SECRET, 1000);
    assertThat(tickets.admits("J1", ByteString.copyFromUtf8("guessed"))).isFalse();
    assertThat(tickets.admits("J1", ByteString.EMPTY)).isFalse();
    assertThat(tickets.admits("J2", SECRET)).isFalse();
    assertThat(tickets.fits("J2", 1)).isFalse();
  }

  @Test
  void aLimitThatIsKnownStaysWhenNoneIsSaid() throws Exception {
    tickets.accept("J1", SECRET, 1000);
    restart();
    tickets.accept("J1", SECRET, 0);
    assertThat(tickets.fits("J1", 1001)).isFalse();
    tickets.accept("J1", SECRET, 2000);
    assertThat(tickets.fits("J1", 2000)).isTrue();
  }

  @Test
  void aTicketOfAnEarlierVersionIsRead() throws Exception {
    Files.createDirectories(file().getParent());
    Files.write(file(), SECRET.toByteArray());
    assertThat(tickets.admits("J1", SECRET)).isTrue();
  }

  @Test
  void aTicketWhoseLimitIsDamagedAdmitsNobody() throws Exception {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "limit 1x\nsecret");
    assertThat(tickets.admits("J1", ByteString.copyFromUtf8("secret"))).isFalse();
    assertThat(tickets.fits("J1", 1)).isFalse();
    tickets.accept("J1", SECRET, 1000);
    assertThat(tickets.admits("J1", SECRET)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "l", "lim", "limit ", "limit 1000", "limit 1000\n"})
  void aTicketThatWasCutOffAdmitsNobody(String left) throws Exception {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), left);
    assertThat(tickets.admits("J1", ByteString.copyFromUtf8(left))).isFalse();
    assertThat(tickets.admits("J1", ByteString.EMPTY)).isFalse();
    assertThat(tickets.fits("J1", 1)).isFalse();
    tickets.accept("J1", SECRET, 1000);
    assertThat(tickets.admits("J1", SECRET)).isTrue();
    assertThat(tickets.fits("J1", 1001)).isFalse();
  }

  @Test
  void aTicketIsForcedToTheDisk() throws Exception {
    final List<Path> forced = ForcedFiles.during(() -> tickets.accept("J1", SECRET, 1000));
    assertThat(forced).contains(file().resolveSibling("ticket.tmp"), file().getParent());
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void nobodyElseReadsATicket() throws Exception {
    tickets.accept("J1", SECRET, 1000);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void aJobThatIsOverHasNoTicket() throws Exception {
    tickets.accept("J1", SECRET, 1000);
    tickets.forget("J1");
    assertThat(tickets.admits("J1", SECRET)).isFalse();
    assertThat(file()).doesNotExist();
  }
}
