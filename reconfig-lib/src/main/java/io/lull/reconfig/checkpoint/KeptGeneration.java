package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.reconfig.state.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pieces found of one generation of a job.
 *
 * @param pieces by rank, then by file: the same rank's may be there more than once, from its own
 *     disk and its buddy's
 */
public record KeptGeneration(String job, long number, List<KeptPiece> pieces) {
  private static final Comparator<KeptPiece> ORDER =
      Comparator.comparingInt((KeptPiece piece) -> piece.header().getRank())
          .thenComparing(KeptPiece::file);

  public KeptGeneration {
    pieces = pieces.stream().sorted(ORDER).toList();
  }

  /** Sorted by job, the newest generation of each first. */
  public static List<KeptGeneration> of(List<KeptPiece> pieces) {
    final Map<String, Map<Long, List<KeptPiece>>> byJob = new TreeMap<>();
    for (final KeptPiece piece : pieces) {
      byJob
          .computeIfAbsent(piece.header().getJob(), _ -> new TreeMap<>(Comparator.reverseOrder()))
          .computeIfAbsent(piece.header().getGeneration(), _ -> new ArrayList<>())
          .add(piece);
    }
    final List<KeptGeneration> all = new ArrayList<>();
    byJob.forEach((job, generations) ->
        generations.forEach((number, found) -> all.add(new KeptGeneration(job, number, found))));
    return all;
  }

  /** What every piece says alike: where the program was, and its grids. */
  public PieceHeader header() {
    return pieces.getFirst().header();
  }

  /** The ranks whose pieces are there. */
  public List<Integer> ranks() {
    return pieces.stream().map(piece -> piece.header().getRank()).distinct().toList();
  }

  /**
   * Chooses for each rank a copy that is whole: every block is read and verified here.
   *
   * @param key the job's; null: they are not encrypted
   * @return by rank; the caller closes them
   * @throws IOException when a rank has none, with what is wrong with the last that was tried
   */
  public List<Piece> open(@Nullable PieceKey key) throws IOException {
    final List<Piece> opened = new ArrayList<>();
    boolean complete = false;
    try {
      for (final int rank : ranks()) {
        opened.add(whole(rank, key));
      }
      complete = true;
      return opened;
    } finally {
      if (!complete) {
        for (final Piece piece : opened) {
          piece.close();
        }
      }
    }
  }

  private Piece whole(int rank, @Nullable PieceKey key) throws IOException {
    IOException last = new IOException("there is no piece of rank " + rank);
    for (final KeptPiece piece : pieces) {
      if (piece.header().getRank() == rank) {
        try {
          return verified(piece, key);
        } catch (IOException e) {
          last = e;
        }
      }
    }
    throw last;
  }

  private static Piece verified(KeptPiece piece, @Nullable PieceKey key) throws IOException {
    final PieceReader reader = PieceReader.open(piece.file(), key);
    boolean whole = false;
    try {
      reader.verifyAll();
      whole = true;
      return reader;
    } finally {
      if (!whole) {
        reader.close();
      }
    }
  }

  /** Whether a key is needed to read them. */
  public boolean encrypted() {
    return header().hasEncryption();
  }

  /** Every cell of every grid is in some piece. */
  public boolean complete() {
    for (int grid = 0; grid < header().getGridsCount(); grid++) {
      final PieceGrid whole = header().getGrids(grid);
      if (bytes(grid)
          != Math.max(1, whole.getPlanes())
              * whole.getRows()
              * whole.getColumns()
              * whole.getCellBytes()) {
        return false;
      }
    }
    return true;
  }

  /** Two ranks have no cell in common, two copies of one rank have all. */
  private long bytes(int grid) {
    final Set<Integer> seen = new HashSet<>();
    long bytes = 0;
    for (final KeptPiece piece : pieces) {
      if (seen.add(piece.header().getRank())) {
        bytes += bytes(piece.header().getGrids(grid));
      }
    }
    return bytes;
  }

  private static long bytes(PieceGrid part) {
    return (Math.max(1, part.getPlaneTo()) - part.getPlaneFrom())
        * (part.getRowTo() - part.getRowFrom())
        * (part.getColumnTo() - part.getColumnFrom())
        * part.getCellBytes();
  }
}
