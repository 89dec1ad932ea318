package io.lull.agent.control;

import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * The socket on which an agent that is a service answers the people of its computer.
 *
 * @param socket that every user may connect to
 * @param people whom it answers besides the agent's user and root, by their names; called from
 *     several threads
 */
public record PublicSocket(Path socket, Predicate<String> people) {}
