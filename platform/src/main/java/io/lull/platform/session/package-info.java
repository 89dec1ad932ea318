/** The watcher of a graphical session, and what it tells the agent of the machine. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.session;
