/** Programs, inputs and outputs on disk: complete, verified and synced, or absent. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.file;
