/** Implementations for systems without a better one. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.fallback;
