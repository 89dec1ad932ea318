package io.lull.simulator.job;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.protocol.wire.CodingMember;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.RebuildPiece;
import java.util.List;

/** How a node makes parities and rebuilds pieces from them. */
final class CodingModel {
  private final NodeModel node;
  private final JobModel grid;

  CodingModel(NodeModel node, JobModel grid) {
    this.node = node;
    this.grid = grid;
  }

  void makeParity(MakeParity order) {
    if (node.paritiesStuck) {
      return;
    }
    final ParityMade.Builder made =
        ParityMade.newBuilder().setGeneration(order.getGeneration()).setRank(order.getRank());
    final boolean all =
        order.getGroup().getMembersList().stream()
            .allMatch(member -> holds(member, order.getGeneration(), false));
    if (node.diskFull || !all) {
      made.setError(node.diskFull ? "the disk is full" : "a piece is not to be had");
    } else {
      node.parities.add(NodeModel.piece(order.getGeneration(), order.getRank()));
      made.setBytes(500);
    }
    node.say(new JobEvent.Coded(node.name(), made.build()));
  }

  void rebuild(RebuildPiece order) {
    node.rebuildsAsked++;
    if (node.rebuildsStuck) {
      return;
    }
    final PieceRebuilt.Builder rebuilt =
        PieceRebuilt.newBuilder().setGeneration(order.getGeneration()).setRank(order.getRank());
    final List<CodingMember> others =
        order.getGroup().getMembersList().stream()
            .filter(member -> member.getRank() != order.getRank())
            .toList();
    final long found =
        others.stream().filter(member -> holds(member, order.getGeneration(), true)).count();
    final long silent = others.stream().filter(member -> !reaches(member)).count();
    if (node.diskFull) {
      rebuilt.setError("the disk is full");
    } else if (found < order.getGroup().getNeeded()) {
      rebuilt
          .setError("there are only " + found)
          .setDamaged(found + silent < order.getGroup().getNeeded());
    } else {
      node.pieces.add(NodeModel.piece(order.getGeneration(), order.getRank()));
      rebuilt.setBytes(1000);
    }
    node.say(new JobEvent.Rebuilt(node.name(), rebuilt.build()));
  }

  private boolean holds(CodingMember member, long generation, boolean withParity) {
    if (!reaches(member)) {
      return false;
    }
    final NodeModel holder = grid.node(member.getAddress().getNode());
    final String piece = NodeModel.piece(generation, member.getRank());
    return holder.pieces.contains(piece) && (!withParity || holder.parities.contains(piece));
  }

  private boolean reaches(CodingMember member) {
    if (!member.hasAddress()) {
      return false;
    }
    final NodeModel holder = grid.node(member.getAddress().getNode());
    return holder == node || (holder.connected && !holder.apart && !node.apart);
  }
}
