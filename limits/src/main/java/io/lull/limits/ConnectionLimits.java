package io.lull.limits;

import java.time.Duration;

/**
 * What a port grants. A stranger is a connection whose peer has shown no certificate that counts.
 *
 * @param connections at once, of everybody together
 * @param strangers at once; at more, the oldest of the address with the most is closed
 * @param strangersOfHost at once, of one address; at more, its oldest is closed
 * @param bytesOfStranger that a stranger may send
 * @param lifeOfStranger after which a stranger is closed
 * @param arrivals of connections from one address
 */
public record ConnectionLimits(
    int connections,
    int strangers,
    int strangersOfHost,
    int bytesOfStranger,
    Duration lifeOfStranger,
    Rate arrivals) {}
