/** The control round: its order, and the tables of nodes and jobs that it works on. No threads. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.control;
