package io.lull.agent.parity;

import io.lull.agent.piece.PieceId;
import io.lull.agent.piece.PieceStore;
import io.lull.agent.piece.WrittenPieces;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.CodingGroup;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.RebuildPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** The disks of a group of desks, each with a piece of one generation; nothing between them. */
final class CodedDesks {
  static final String JOB = "J1";
  static final long GENERATION = 7;
  private static final long QUOTA = 1L << 40;
  private static final long PATIENCE_SECONDS = 30;

  private final Path folder;
  private final int needed;
  private final List<byte[]> pieces = new ArrayList<>();
  private final List<PieceStore> disks = new ArrayList<>();
  private CountDownLatch asked = new CountDownLatch(0);

  /**
   * @param lengths of the pieces; their ranks are ten times their places
   */
  CodedDesks(Path folder, int needed, List<Integer> lengths, RandomGenerator random)
      throws IOException {
    this.folder = folder;
    this.needed = needed;
    for (int place = 0; place < lengths.size(); place++) {
      final byte[] piece = new byte[lengths.get(place)];
      random.nextBytes(piece);
      pieces.add(piece);
      disks.add(disk("desk-" + place, QUOTA));
      Files.write(folder.resolve("written"), piece);
      WrittenPieces.keep(disks.get(place), piece(place), folder, "written");
    }
  }

  PieceStore disk(String name, long quota) throws IOException {
    return PieceStore.open(folder.resolve(name), () -> quota);
  }

  static int rank(int place) {
    return 10 * place;
  }

  static PieceId piece(int place) {
    return new PieceId(JOB, GENERATION, rank(place));
  }

  static PieceId parity(int place) {
    return new PieceId(JOB, GENERATION, rank(place), true);
  }

  byte[] bytes(int place) {
    return pieces.get(place);
  }

  Path file(int place, boolean parity) {
    final PieceId id = parity ? parity(place) : piece(place);
    return folder.resolve("desk-" + place).resolve(JOB).resolve(id.fileName());
  }

  /** The first blocks come only when so many are wanted at once. */
  void answerOnlyWhenAsked(int blocks) {
    asked = new CountDownLatch(blocks);
  }

  /** One byte of a file is another. */
  void flip(int place, boolean parity, long at) throws IOException {
    final byte[] bytes = Files.readAllBytes(file(place, parity));
    bytes[Math.toIntExact(at)] ^= 0x10;
    Files.write(file(place, parity), bytes);
  }

  void makeAll() throws IOException, InterruptedException {
    for (int place = 0; place < disks.size(); place++) {
      make(place, disks.get(place));
    }
  }

  long make(int place, PieceStore to) throws IOException, InterruptedException {
    try (GroupReader reader = reader(Set.of())) {
      return new ParityMaker(
              MakeParity.newBuilder()
                  .setJob(JOB)
                  .setGeneration(GENERATION)
                  .setRank(rank(place))
                  .setGroup(reader.group())
                  .build(),
              reader)
          .make(to);
    }
  }

  /** What is rebuilt where nothing else is. */
  byte[] rebuilt(int place, Set<Integer> lost) throws IOException, InterruptedException {
    final String name = "rebuilt-" + place + "-" + lost.hashCode();
    final PieceStore to = disk(name, QUOTA);
    rebuild(place, lost, to);
    final byte[] bytes = Files.readAllBytes(to.find(piece(place)).orElseThrow());
    to.drop(JOB, Long.MAX_VALUE);
    return bytes;
  }

  void rebuild(int place, Set<Integer> lost, PieceStore to)
      throws IOException, InterruptedException {
    try (GroupReader reader = reader(lost)) {
      new PieceRebuilder(
              RebuildPiece.newBuilder()
                  .setJob(JOB)
                  .setGeneration(GENERATION)
                  .setRank(rank(place))
                  .setGroup(reader.group())
                  .build(),
              reader)
          .rebuild(to);
    }
  }

  private GroupReader reader(Set<Integer> lost) {
    return new GroupReader(group(lost), this::read, SystemClock.INSTANCE);
  }

  private CodingGroup group(Set<Integer> lost) {
    final CodingGroup.Builder group = CodingGroup.newBuilder().setNeeded(needed);
    for (int place = 0; place < disks.size(); place++) {
      final CodingMember.Builder member =
          CodingMember.newBuilder().setRank(rank(place)).setBytes(pieces.get(place).length);
      if (!lost.contains(place)) {
        member.setAddress(NodeAddress.newBuilder().setNode("desk-" + place));
      }
      group.addMembers(member);
    }
    return group.build();
  }

  private ByteBuffer read(CodingMember of, boolean parity, long offset, int length)
      throws IOException, InterruptedException {
    final int place = of.getRank() / 10;
    if (!of.hasAddress()) {
      throw new AssertionError("a lost machine is asked");
    }
    if (length != ParityFormat.MAX_START_BYTES) {
      asked.countDown();
      if (!asked.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(asked.getCount() + " more blocks were not asked for");
      }
    }
    return disks.get(place).read(parity ? parity(place) : piece(place), offset, length);
  }
}
