/** Who did what from where, written down for administrators. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.audit;
