/** Real programs under a test's control, and the proof that none of them is left. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.process;
