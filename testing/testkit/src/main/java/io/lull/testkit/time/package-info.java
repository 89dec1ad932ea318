/** A clock that a test moves, and waits for observable conditions. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.time;
