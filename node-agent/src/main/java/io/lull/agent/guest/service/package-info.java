/**
 * The service that starts an agent's guests as a user of their own: what a mistake of the agent or
 * of a sandbox gives a guest is that user's, not the agent's.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.guest.service;
