/** Conversations with the nodes' agents: one stream each, reports in, orders out. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.session;
