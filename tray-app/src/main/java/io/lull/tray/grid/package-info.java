/**
 * What the coordinator shows, fetched for as long as somebody looks, and what may be asked of it.
 */
@org.jspecify.annotations.NullMarked
package io.lull.tray.grid;
