/**
 * One interface for each capability of a system; the systems' implementations never depend on each
 * other.
 */
@org.jspecify.annotations.NullMarked
package io.lull.platform;
