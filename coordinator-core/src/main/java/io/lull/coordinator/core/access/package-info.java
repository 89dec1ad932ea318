/** The caller of a request, as a value. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.access;
