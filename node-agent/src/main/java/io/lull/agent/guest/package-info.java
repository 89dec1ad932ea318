/**
 * The agent's side of the guest service as a user of their own, and the thread that starts guests.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.guest;
