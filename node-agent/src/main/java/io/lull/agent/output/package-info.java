/** Outputs and logs of workers, sent to the coordinator for their users. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.output;
