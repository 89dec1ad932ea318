package io.lull.simulator.trace;

/** When the machines of a cluster are offered to jobs. Machines have numbers, from 0. */
public interface OfferSource {
  /** How many machines there are, offered or not. */
  int machines();

  /** When nothing is known any more. */
  long endMillis();

  /** A reader of what happens, to which all that happens until then, inclusive, has happened. */
  OfferCursor from(long millis);
}
