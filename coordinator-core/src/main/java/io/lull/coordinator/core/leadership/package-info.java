/** The rules by which one of several coordinators leads, without the thread that renews. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.leadership;
