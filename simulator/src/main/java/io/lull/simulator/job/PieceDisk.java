package io.lull.simulator.job;

import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.HeldPiece;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What one job has on a node's disk: pieces and parities, named by their generation and rank. */
final class PieceDisk {
  final Set<String> pieces = new TreeSet<>();
  final Set<String> parities = new TreeSet<>();
  private final Set<String> damaged = new HashSet<>();

  /** What is in those files that a worker or another node wrote. */
  private final Map<String, CellValues> contents = new HashMap<>();

  static String piece(long generation, int rank) {
    return generation + "/" + rank;
  }

  static long generation(String piece) {
    return Long.parseLong(piece.substring(0, piece.indexOf('/')));
  }

  private static int rank(String piece) {
    return Integer.parseInt(piece.substring(piece.indexOf('/') + 1));
  }

  /** Over what it has of that name. */
  void keep(String piece, Optional<CellValues> content) {
    pieces.add(piece);
    damaged.remove(piece);
    content.ifPresentOrElse(values -> contents.put(piece, values), () -> contents.remove(piece));
  }

  /** What is in a piece that can be read. */
  Optional<CellValues> content(String piece) {
    return Optional.ofNullable(contents.get(piece));
  }

  /** Whether it is there and is as it was written. */
  boolean reads(String piece) {
    return pieces.contains(piece) && !damaged.contains(piece);
  }

  void drop(DropPieces order) {
    drop(pieces, order);
    drop(parities, order);
  }

  private static void drop(Set<String> kept, DropPieces order) {
    kept.removeIf(piece -> {
      final long generation = generation(piece);
      return generation < order.getKeepFromGeneration()
          || generation == order.getGivenUpGeneration();
    });
  }

  /** Bits flip: files are there still, and none of them is as it was written. */
  void damage() {
    damaged.addAll(pieces);
    parities.clear();
  }

  /** What was written last had not got beyond a cache. */
  void loseNewest() {
    final long newest = pieces.stream().mapToLong(PieceDisk::generation).max().orElse(0);
    pieces.removeIf(piece -> generation(piece) == newest);
    parities.removeIf(piece -> generation(piece) == newest);
  }

  /** What its agent finds there when it looks through its files. */
  List<HeldPiece> held() {
    return pieces.stream()
        .map(piece ->
            HeldPiece.newBuilder().setGeneration(generation(piece)).setRank(rank(piece)).build())
        .toList();
  }
}
