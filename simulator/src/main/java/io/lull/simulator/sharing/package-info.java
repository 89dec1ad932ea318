/**
 * Parallel jobs share the idle machines of a cluster by a policy, in virtual time, at the level of
 * whole changes: no messages, no processes, a constant cost for each change.
 */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.sharing;
