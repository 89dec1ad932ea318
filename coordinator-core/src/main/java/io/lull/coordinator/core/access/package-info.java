/** Who asks, as a value. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.access;
