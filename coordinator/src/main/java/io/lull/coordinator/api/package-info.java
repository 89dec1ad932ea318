/** The services that users, administrators and agents call: jobs, nodes, tokens and files. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.api;
