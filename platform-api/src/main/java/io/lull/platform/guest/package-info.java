/** Guests: the worker processes that an agent starts, limits, stops and ends. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.guest;
