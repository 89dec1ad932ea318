package io.lull.agent.file;

import io.grpc.Channel;
import java.time.Duration;
import java.util.Optional;

/** The line to the coordinator, whichever it is at present. */
@FunctionalInterface
public interface Channels {
  /** Waits for a coordinator if there is none; empty when there is none in time. */
  Optional<Channel> await(Duration patience) throws InterruptedException;
}
