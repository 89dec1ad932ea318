/**
 * What the owner may choose: each thing in plain words, checked as it is typed, and undone at will.
 */
@org.jspecify.annotations.NullMarked
package io.lull.tray.preferences;
