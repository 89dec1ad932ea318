/** The page of this computer: how it is, why, and what it gave. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.computer;
