/** What workers leave behind for their users: outputs and logs, sent to the coordinator. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.output;
