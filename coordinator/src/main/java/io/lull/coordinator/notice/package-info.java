/** Sends notices to the web hooks that an administrator allows. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.notice;
