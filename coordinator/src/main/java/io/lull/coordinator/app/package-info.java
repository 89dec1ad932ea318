/** The coordinator's main program: it wires the parts together. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.app;
