/** What owners do: recorded and made-up days, and a job that lives through them. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.trace;
