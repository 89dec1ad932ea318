package io.lull.apps.phold;

/**
 * Something that happens to a process at a time. No two events have the same source and number, and
 * so there is one order of all events.
 *
 * @param source the process that caused it
 * @param number of the source's; negative: there from the start
 */
record Event(double time, int process, int source, long number) implements Comparable<Event> {

  @Override
  public int compareTo(Event other) {
    final int byTime = Double.compare(time, other.time);
    if (byTime != 0) {
      return byTime;
    }
    final int bySource = Integer.compare(source, other.source);
    return bySource != 0 ? bySource : Long.compare(number, other.number);
  }
}
