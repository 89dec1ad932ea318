package io.lull.agent.control;

import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * Where an agent that is a service, with a user of its own, hears the people of its computer.
 *
 * @param socket which every user may connect to
 * @param people by the system's names for them, who is answered beside the agent's user and root;
 *     asked from several threads
 */
public record PublicSocket(Path socket, Predicate<String> people) {}
