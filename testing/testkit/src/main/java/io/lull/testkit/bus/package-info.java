/** A private D-Bus message bus, and stand-ins for system and desktop services. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.bus;
