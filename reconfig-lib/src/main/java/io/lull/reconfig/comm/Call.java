package io.lull.reconfig.comm;

import java.util.Arrays;

/** What all workers do together, each at the same turn. */
enum Call {
  NOTHING(0, "nothing yet"),
  FILL(1, "a fill of grid ", Argument.GRID),
  UPDATE(2, "an update of grid ", Argument.GRID),
  /** Cells of a grid for an update of one of other extents. */
  READ(3, "an update that reads grid ", Argument.GRID),
  COLLECT(4, "the collecting of grid ", Argument.GRID),
  MAX(5, "max(...)"),
  SUM(6, "sum(...)"),
  BARRIER(7, "barrier()"),
  BROADCAST(8, "broadcast(...) from rank ", Argument.RANK),
  EXCHANGE(9, "gather(...) or exchange(...)"),
  END(10, "the end of the program"),
  SAFE_POINT(11, "a safe point that is kept");

  /** What a call is about. */
  private enum Argument {
    NONE,
    GRID,
    RANK
  }

  private final int code;
  private final String words;
  private final Argument argument;

  Call(int code, String words) {
    this(code, words, Argument.NONE);
  }

  Call(int code, String words, Argument argument) {
    this.code = code;
    this.words = words;
    this.argument = argument;
  }

  int code() {
    return code;
  }

  static Call of(int code) {
    return Arrays.stream(values()).filter(each -> each.code == code).findFirst().orElse(NOTHING);
  }

  /** As an author knows it. */
  String described(int about, Caller caller) {
    return switch (argument) {
      case NONE -> words;
      case GRID -> words + caller.gridName(about);
      case RANK -> words + about;
    };
  }
}
