/** Stores for tests. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.store;
