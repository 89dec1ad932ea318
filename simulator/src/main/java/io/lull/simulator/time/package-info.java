/** Virtual time: what happens when, and the clocks of simulated machines. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.time;
