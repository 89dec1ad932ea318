/** An icon by Java's own toolkit, for systems whose trays it knows. Only here is it used. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.fallback.tray;
