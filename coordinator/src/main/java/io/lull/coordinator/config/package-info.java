/** How a coordinator is started, and why it cannot start. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.config;
