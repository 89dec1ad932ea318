/** A clock that a test moves, and waiting for something observable. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.time;
