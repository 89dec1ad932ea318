package io.lull.reconfig;

/** One number that every worker holds alike. */
public final class Value {
  private final String name;
  private final double initial;
  private double current;

  public Value(String name, double initial) {
    this.name = name;
    this.initial = initial;
    this.current = initial;
  }

  public String name() {
    return name;
  }

  public double get() {
    return current;
  }

  /** Must be called with the same number on every worker. */
  public void set(double value) {
    current = value;
  }

  /** Back to what it was declared with: the job starts afresh. */
  public void reset() {
    current = initial;
  }
}
