package io.lull.agent.piece;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which part of which checkpoint of which job. */
public record PieceId(String job, long generation, int rank) {
  private static final Pattern FILE = Pattern.compile("g(\\d{1,18})-r(\\d{1,9})\\.piece");

  public String fileName() {
    return "g" + generation + "-r" + rank + ".piece";
  }

  /** What a worker calls it that was sent a copy. */
  String copyName() {
    return "copy-" + fileName();
  }

  static Optional<PieceId> of(String job, String fileName) {
    final Matcher matcher = FILE.matcher(fileName);
    return matcher.matches()
        ? Optional.of(
            new PieceId(job, Long.parseLong(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "generation " + generation + " of " + job + ", rank " + rank;
  }
}
