/** PHOLD, the benchmark of discrete event simulators, by Time Warp. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.phold;
