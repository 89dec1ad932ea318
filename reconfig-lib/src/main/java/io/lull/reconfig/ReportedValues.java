package io.lull.reconfig;

/** Takes the check values of a program: the same calls on every worker. */
public interface ReportedValues {

  /** A check value, reported exact to the last digit. */
  void value(String name, double value);

  void value(String name, long value);
}
