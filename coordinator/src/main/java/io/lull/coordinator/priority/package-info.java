/** Maximum job priority per user. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.priority;
