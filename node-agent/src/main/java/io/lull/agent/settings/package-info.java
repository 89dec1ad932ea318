/** What the owner allows: typed, checked, and kept. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.settings;
