/** What the coordinator provides, fetched while a page shows it, and requests to it. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.grid;
