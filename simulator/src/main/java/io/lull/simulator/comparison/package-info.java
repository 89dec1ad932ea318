/** The same jobs on the same machines under several policies, side by side. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.comparison;
