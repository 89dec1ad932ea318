/** The icon beside the clock: what it shows and offers, as values; who shows it is another's. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.icon;
