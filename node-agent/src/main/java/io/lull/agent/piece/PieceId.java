package io.lull.agent.piece;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifies a part of a checkpoint of a job.
 *
 * @param parity the parities that the rank's machine keeps of others, instead of the rank's own
 *     piece
 */
public record PieceId(String job, long generation, int rank, boolean parity) {
  private static final Pattern FILE = Pattern.compile("g(\\d{1,18})-r(\\d{1,9})\\.(piece|parity)");
  private static final String PARITY = "parity";

  public PieceId(String job, long generation, int rank) {
    this(job, generation, rank, false);
  }

  public String fileName() {
    return "g" + generation + "-r" + rank + "." + (parity ? PARITY : "piece");
  }

  /** Its name at a worker that received a copy. */
  String copyName() {
    return "copy-" + fileName();
  }

  static Optional<PieceId> of(String job, String fileName) {
    final Matcher matcher = FILE.matcher(fileName);
    return matcher.matches()
        ? Optional.of(
            new PieceId(
                job,
                Long.parseLong(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                matcher.group(3).equals(PARITY)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return (parity ? "the parities of generation " : "generation ")
        + generation
        + " of "
        + job
        + ", rank "
        + rank;
  }
}
