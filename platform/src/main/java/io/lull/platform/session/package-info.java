/** The watcher of a graphical session, and its messages to the machine's agent. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.session;
