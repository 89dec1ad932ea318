/** Brings workers together and gives them their data: gather, rebuild, stage, prepare. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.forming;
