/** The watchers of Windows' sessions: a service starts them and accepts them on a named pipe. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.windows.watcher;
