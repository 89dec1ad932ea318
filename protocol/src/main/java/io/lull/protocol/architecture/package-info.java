/** Declares where a class departs from an architecture rule, and why. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.architecture;
