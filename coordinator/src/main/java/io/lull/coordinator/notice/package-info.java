/** Sends notices to the webhooks that an administrator allows. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.notice;
