/** The server for the watchers of graphical sessions: who may speak for which session. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.watcher;
