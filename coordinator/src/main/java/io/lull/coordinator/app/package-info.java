/** The coordinator's main program: options, and the stages of its start. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.app;
