/** The watchers of graphical sessions, as the agent hears them: who may speak for which session. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.watcher;
