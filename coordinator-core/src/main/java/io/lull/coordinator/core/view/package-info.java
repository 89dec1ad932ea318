/** Jobs as their users see them. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.view;
