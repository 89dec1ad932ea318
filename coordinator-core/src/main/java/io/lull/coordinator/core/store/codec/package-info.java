/** Jobs as bytes that a later version can read. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.store.codec;
