package io.lull.simulator.job;

import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.RebuildPiece;
import java.util.List;
import java.util.function.Predicate;

/** What a node answers when it is to make a parity, or a piece out of parities. */
final class CodingModel {
  private static final long PARITY_BYTES = 500;
  private static final long PIECE_BYTES = 1000;

  private CodingModel() {}

  static ParityMade parity(MakeParity order, boolean diskFull, Predicate<CodingMember> hasPiece) {
    final ParityMade.Builder made =
        ParityMade.newBuilder().setGeneration(order.getGeneration()).setRank(order.getRank());
    if (diskFull) {
      made.setError("the disk is full");
    } else if (!order.getGroup().getMembersList().stream().allMatch(hasPiece)) {
      made.setError("a piece is not to be had");
    } else {
      made.setBytes(PARITY_BYTES);
    }
    return made.build();
  }

  /**
   * @param hasBoth of the others, whether its piece and its parity can be had
   */
  static PieceRebuilt piece(
      RebuildPiece order,
      boolean diskFull,
      Predicate<CodingMember> hasBoth,
      Predicate<CodingMember> answers) {
    final PieceRebuilt.Builder rebuilt =
        PieceRebuilt.newBuilder().setGeneration(order.getGeneration()).setRank(order.getRank());
    final List<CodingMember> others =
        order.getGroup().getMembersList().stream()
            .filter(member -> member.getRank() != order.getRank())
            .toList();
    final long found = others.stream().filter(hasBoth).count();
    final long silent = others.stream().filter(answers.negate()).count();
    if (diskFull) {
      rebuilt.setError("the disk is full");
    } else if (found < order.getGroup().getNeeded()) {
      rebuilt
          .setError("there are only " + found)
          .setDamaged(found + silent < order.getGroup().getNeeded());
    } else {
      rebuilt.setBytes(PIECE_BYTES);
    }
    return rebuilt.build();
  }
}
