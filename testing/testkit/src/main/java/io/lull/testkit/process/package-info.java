/** Real programs under a test's control, and the check that none of them is left. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.process;
