/** Notices of jobs that wait to be sent. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.notice;
