package io.lull.agent.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.agent.piece.NoRoomException;
import io.lull.agent.piece.PieceStore;
import io.lull.protocol.wire.CodingGroup;
import io.lull.protocol.wire.CodingMember;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Parities of pieces on real disks, and pieces made of them again. */
final class RebuildingTest {
  private static final int ROUNDS = 12;
  private static final int MOST_MACHINES = 9;
  private static final int MOST_BLOCKS = 5;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  @TempDir private Path folder;

  @Test
  void anyMachinesAsManyAsAreNeededGiveEveryByteOfAllOthersAndFewerSayThatTheyDoNot()
      throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      final int machines = random.nextInt(2, MOST_MACHINES + 1);
      final int needed = random.nextInt(1, machines);
      final List<Integer> lengths = new ArrayList<>();
      final int longest =
          random.nextInt(1, random.nextBoolean() ? 100 : MOST_BLOCKS * ParityFormat.BLOCK_BYTES);
      for (int place = 0; place < machines; place++) {
        lengths.add(random.nextInt(1, longest + 1));
      }
      final CodedDesks desks =
          new CodedDesks(folder.resolve("round-" + round), needed, lengths, random);
      desks.makeAll();
      final List<Integer> places = places(machines);
      final Set<Integer> lost = new TreeSet<>(places.subList(0, machines - needed));
      for (final int place : lost) {
        assertThat(desks.rebuilt(place, lost))
            .as("%s of %s pieces of %s", place, needed, lengths)
            .isEqualTo(desks.bytes(place));
      }
      final int oneMore = places.get(machines - needed);
      lost.add(oneMore);
      assertThatThrownBy(() -> desks.rebuilt(oneMore, lost))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the piece of rank " + CodedDesks.rank(oneMore) + " needs ");
    }
  }

  private List<Integer> places(int machines) {
    final List<Integer> places = new ArrayList<>();
    for (int place = 0; place < machines; place++) {
      places.add(place);
    }
    Collections.shuffle(places, Random.from(random));
    return places;
  }

  @Test
  void theStorageIsThatOfTheCodeAndNotThatOfCopies() throws Exception {
    final int bytes = 8 * ParityFormat.BLOCK_BYTES;
    final CodedDesks desks = new CodedDesks(folder, 4, Collections.nCopies(6, bytes), random);
    desks.makeAll();
    for (int place = 0; place < 6; place++) {
      assertThat(Files.size(desks.file(place, true))).isBetween(bytes / 2L, bytes / 2L + 1000);
    }
  }

  @Test
  void aFlippedByteOfAPieceIsFoundAndAnotherMachineStandsIn() throws Exception {
    final CodedDesks desks = desks();
    desks.flip(2, false, 50_000);
    assertThat(desks.rebuilt(0, Set.of(0))).isEqualTo(desks.bytes(0));
  }

  @Test
  void aFlippedByteOfAParityIsFoundAndAnotherMachineStandsIn() throws Exception {
    final CodedDesks desks = desks();
    for (int place = 1; place < 5; place += 2) {
      desks.flip(place, true, Files.size(desks.file(place, true)) / 3);
    }
    assertThat(desks.rebuilt(0, Set.of(0))).isEqualTo(desks.bytes(0));
  }

  @Test
  void aMachinesOwnDamagedPieceIsRebuiltOfTheOthers() throws Exception {
    final CodedDesks desks = desks();
    desks.flip(1, false, 0);
    assertThat(desks.rebuilt(1, Set.of(4))).isEqualTo(desks.bytes(1));
  }

  @Test
  void aFlippedByteThatNothingStandsInForIsSaidWithTheRank() throws Exception {
    final CodedDesks desks = desks();
    desks.flip(2, false, 50_000);
    assertThatThrownBy(() -> desks.rebuilt(0, Set.of(0, 4)))
        .hasMessageContaining("the piece of rank 0 needs 3 others of its group of 5")
        .hasMessageContaining("rank 20 on desk-2: its piece is not what it was");
  }

  @Test
  void asManyDamagedPiecesAsNobodyCanMakeUpForAreNotAMatterOfReach() throws Exception {
    final CodedDesks desks = desks();
    desks.flip(2, false, 50_000);
    assertThatThrownBy(() -> desks.rebuilt(0, Set.of(0, 4)))
        .isNotInstanceOf(DamagedException.class);
    desks.flip(3, true, 50_000);
    assertThatThrownBy(() -> desks.rebuilt(0, Set.of(0))).isInstanceOf(DamagedException.class);
  }

  @Test
  void theNextBlocksAreOnTheirWayBeforeThePresentOneIsThere() throws Exception {
    final CodedDesks desks = desks();
    final int needed = 3;
    // The piece has two blocks in each segment but the last.
    desks.answerOnlyWhenAsked(2 * needed);
    assertThat(desks.rebuilt(0, Set.of(0))).isEqualTo(desks.bytes(0));
  }

  @Test
  void whatNeverComesIsGivenUp() throws Exception {
    final VirtualClock clock = new VirtualClock();
    final CodingGroup group =
        CodingGroup.newBuilder().setNeeded(1).addMembers(CodingMember.getDefaultInstance()).build();
    final CountDownLatch never = new CountDownLatch(1);
    try (GroupReader reader =
        new GroupReader(
            group,
            (of, parity, offset, length) -> {
              never.await();
              return ByteBuffer.allocate(0);
            },
            clock)) {
      final Future<ByteBuffer> reading = reader.piece(0, 0, 1);
      clock.advance(GroupReader.STALLED.plusSeconds(1));
      assertThatThrownBy(() -> reader.await(reading)).hasMessage("received nothing for 50 s");
    }
  }

  @Test
  void tornFilesCountAsLost() throws Exception {
    final CodedDesks desks = desks();
    tear(desks.file(1, true));
    assertThat(desks.rebuilt(0, Set.of(0))).isEqualTo(desks.bytes(0));
    tear(desks.file(2, false));
    assertThatThrownBy(() -> desks.rebuilt(0, Set.of(0, 3)))
        .hasMessageContaining("the piece of rank 0 needs 3 others");
  }

  private static void tear(Path file) throws IOException {
    final byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
  }

  @Test
  void noParityIsMadeOfAPieceThatIsShorterThanItsMachineSaid() throws Exception {
    final CodedDesks desks = desks();
    tear(desks.file(2, false));
    final PieceStore disk = desks.disk("other", 1 << 30);
    assertThatThrownBy(() -> desks.make(0, disk))
        .hasMessage("the piece of rank 20 on desk-2 is shorter than announced");
    assertThat(disk.held()).isEmpty();
  }

  @Test
  void aFullDiskRefusesParitiesAndPiecesAndNothingIsLeft() throws Exception {
    final CodedDesks desks = desks();
    final PieceStore small = desks.disk("small", 1000);
    assertThatThrownBy(() -> desks.make(0, small)).isInstanceOf(NoRoomException.class);
    assertThatThrownBy(() -> desks.rebuild(0, Set.of(0), small))
        .isInstanceOf(NoRoomException.class);
    assertThat(small.held()).isEmpty();
    try (var files = Files.walk(folder.resolve("small"))) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void everyBlockOfAFileOfParitiesCanBeVerified() throws Exception {
    final CodedDesks desks = desks();
    final ParityFile file = ParityFile.open(desks.file(3, true));
    assertThat(file.header().getRank()).isEqualTo(CodedDesks.rank(3));
    file.verifyAll();
    desks.flip(3, true, file.bytes() - 1);
    assertThatThrownBy(file::verifyAll)
        .hasMessage("g7-r30.parity is damaged: block 1 of row 1 does not match its checksum");
    desks.flip(3, true, 20);
    assertThatThrownBy(() -> ParityFile.open(desks.file(3, true)))
        .hasMessageContaining("its header does not match its checksum");
    tear(desks.file(2, true));
    assertThatThrownBy(() -> ParityFile.open(desks.file(2, true)))
        .hasMessageContaining("bytes long and should be");
    assertThatThrownBy(() -> ParityFile.open(desks.file(2, false)))
        .hasMessage("g7-r20.piece is not a parity file");
  }

  /** Any three of five; two blocks in each segment. */
  private CodedDesks desks() throws Exception {
    final List<Integer> lengths = List.of(500_000, 400_000, 600_000, 1, 555_555);
    final CodedDesks desks = new CodedDesks(folder, 3, lengths, random);
    desks.makeAll();
    return desks;
  }
}
