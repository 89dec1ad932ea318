package io.lull.simulator.trace;

/** Machines of which it is also known when nothing was heard of them. */
public interface RecordedMachines extends OfferSource {
  /** For how long nothing was heard of machines within a time, all together, in milliseconds. */
  double unknownMillis(TimeSpan time);
}
