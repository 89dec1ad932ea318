/** Encodes jobs as bytes that later versions can read. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.store.codec;
