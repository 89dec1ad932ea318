/** The whole system as real processes, each node a host of its own with a display of its own. */
@org.jspecify.annotations.NullMarked
package io.lull.system;
