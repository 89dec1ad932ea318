/** Which notices there are to send of jobs, kept until they are sent. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.notice;
