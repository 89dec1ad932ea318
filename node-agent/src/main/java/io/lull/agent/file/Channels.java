package io.lull.agent.file;

import io.grpc.Channel;
import java.time.Duration;
import java.util.Optional;

/** The present connection to the coordinator. */
@FunctionalInterface
public interface Channels {
  /** Waits for a coordinator if there is none; empty: none in time. */
  Optional<Channel> await(Duration patience) throws InterruptedException;
}
