/** Seeded, repeatable randomness. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.random;
