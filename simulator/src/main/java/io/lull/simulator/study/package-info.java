/**
 * The study of dynamic space-sharing by A. Chowdhury, L. Nicklas, S. Setia and E. White,
 * <i>Supporting Dynamic Space-sharing on Clusters of Non-dedicated Workstations</i>, 1997, repeated
 * on other traces and with one more policy.
 */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.study;
