/** Chance that can be repeated. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.random;
