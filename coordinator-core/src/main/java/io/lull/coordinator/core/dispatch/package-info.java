/**
 * Plans nodes for jobs: makes a snapshot of the node table and the jobs for the policy, and turns
 * its plan into events for the jobs.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.dispatch;
