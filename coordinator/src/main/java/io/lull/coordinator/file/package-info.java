/**
 * Programs, inputs and outputs on the coordinator's disk: whole, verified and synced, or not there.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.file;
