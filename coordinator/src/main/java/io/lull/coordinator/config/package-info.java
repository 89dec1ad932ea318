/** Options of the coordinator's servers, and the exception that refuses a start. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.config;
