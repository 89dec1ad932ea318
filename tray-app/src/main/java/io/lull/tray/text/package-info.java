/** Texts for people, in their language. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.text;
