/** Up to which priority whom may ask. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.priority;
