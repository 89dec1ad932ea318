/** Backups of a running coordinator with its own database. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.backup;
