package io.lull.tray.chart;

/** Mean numbers of nodes in a period. */
public record UseBucket(
    long fromMillis,
    long untilMillis,
    double running,
    double available,
    double owner,
    double offline) {
  public double of(MachineUse use) {
    return switch (use) {
      case RUNNING -> running;
      case AVAILABLE -> available;
      case OWNER -> owner;
      case OFFLINE -> offline;
    };
  }

  public long lengthMillis() {
    return untilMillis - fromMillis;
  }

  public double total() {
    return running + available + owner + offline;
  }
}
