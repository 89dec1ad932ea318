/** The watcher of a graphical session as a program. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.session.app;
