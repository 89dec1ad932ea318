/**
 * An icon by Java's own toolkit, for systems whose trays it knows; no other package uses that
 * toolkit.
 */
@org.jspecify.annotations.NullMarked
package io.lull.platform.fallback.tray;
