/** A message bus of the test's own, and stand-ins for the services of a system and of a desktop. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.bus;
