/**
 * What all clients of the servers of a session or of a system need: a socket whose every wait ends,
 * a new beginning, and a source that lives by both.
 */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.server;
