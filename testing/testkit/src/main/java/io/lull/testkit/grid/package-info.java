/** A coordinator inside a test. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.grid;
