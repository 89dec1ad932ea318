/** System tests with real processes; each node is a host of its own with its own display. */
@org.jspecify.annotations.NullMarked
package io.lull.system;
