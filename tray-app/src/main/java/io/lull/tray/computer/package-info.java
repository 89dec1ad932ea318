/** The page of this computer: its state, the reason, and what it gave. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.computer;
