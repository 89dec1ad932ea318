/**
 * The agent's side of the guest service, which starts guests as a user of their own, and the thread
 * that starts them where the agent does.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.guest;
