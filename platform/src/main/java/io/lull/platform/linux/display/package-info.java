/**
 * What all clients of a display server need: a socket whose every wait ends, and a new beginning.
 */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.display;
