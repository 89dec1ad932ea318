/** The queue, with links to one job and to a new one. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.jobs;
