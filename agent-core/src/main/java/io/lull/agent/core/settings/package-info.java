/** The owner's settings, profiles and limits as values. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.core.settings;
