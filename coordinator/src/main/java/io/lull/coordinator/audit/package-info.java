/** The audit log: who did what, and from where. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.audit;
