/**
 * Telling people what became of their jobs: what is to be told, kept until it is, and sent to the
 * web hooks that an administrator allows.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.notice;
