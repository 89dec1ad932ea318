/** A simulated owner from a script, for tests, demonstrations and simulation. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.script;
