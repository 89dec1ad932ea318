/** From a lost configuration to the choice of the pieces that the next one starts from. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.recovery;
