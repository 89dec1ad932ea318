/**
 * The agent's side of the service that starts guests as a user of their own, and the thread that
 * starts guests.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.guest;
