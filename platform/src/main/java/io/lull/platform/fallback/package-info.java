/** What works on every system, for want of better. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.fallback;
