/** What the servers of a coordinator are started with, and the refusal to start. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.config;
