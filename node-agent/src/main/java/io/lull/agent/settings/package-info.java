/** The owner's settings: read, checked, and stored. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.settings;
