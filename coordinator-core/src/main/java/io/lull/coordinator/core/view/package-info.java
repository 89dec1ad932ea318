/** Jobs as the wire messages that users see. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.view;
