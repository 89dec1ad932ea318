/**
 * Fault simulation: what goes wrong in a grid is a plan, drawn from a seed, run in virtual time,
 * and made as short as it can be when the grid does not live through it.
 */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.fault;
