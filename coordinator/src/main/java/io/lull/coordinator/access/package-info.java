/** Who may ask what: mutual TLS at the door, one table of roles behind it. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.access;
