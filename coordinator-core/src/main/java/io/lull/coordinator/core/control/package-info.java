/** What decides in a round: the tables of nodes and jobs, and the order of a round. No threads. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.control;
