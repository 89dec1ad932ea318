/**
 * For all clients of a session's or a system's servers: a socket whose every wait is bounded, a
 * loop that reconnects, and a source on top of both.
 */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.server;
