/**
 * From the node table and the jobs, by way of the policy, to what each job is told about its nodes.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.dispatch;
