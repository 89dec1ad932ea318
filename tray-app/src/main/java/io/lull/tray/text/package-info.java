/** What is said to people, in their language. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.text;
