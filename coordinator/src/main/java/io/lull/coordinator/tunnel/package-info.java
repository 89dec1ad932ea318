/**
 * What goes from one coordinator of a grid to another: mutual TLS 1.3 among members alone, around
 * memory that itself listens on the loopback only. Knows nothing of what it carries.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.tunnel;
