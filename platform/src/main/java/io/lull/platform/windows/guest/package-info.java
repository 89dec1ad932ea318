/** Guests as Windows job objects. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.windows.guest;
