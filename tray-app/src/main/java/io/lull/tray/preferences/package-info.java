/** The owner's settings: each explained in plain words, checked while it is typed, and undoable. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.preferences;
