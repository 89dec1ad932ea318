/** Ports that a test may give to the programs that it starts. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.net;
