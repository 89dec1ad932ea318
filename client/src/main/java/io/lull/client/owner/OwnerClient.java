package io.lull.client.owner;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Asks the agent of this machine one question at a time.
 *
 * @param folder the agent's data folder
 * @param limit for each answer
 */
public record OwnerClient(Path folder, Duration limit, Clock clock) {
  /** The agent itself aborts an answer after five seconds. */
  public static final Duration USUAL_LIMIT = Duration.ofSeconds(6);

  /**
   * @throws ClientFailure if no agent answers there, or it refuses
   */
  public OwnerReply ask(OwnerRequest request) {
    final OwnerReply reply;
    try (OwnerConnection talk = OwnerConnection.open(folder, clock)) {
      talk.send(request, limit);
      reply = talk.next(limit).orElseThrow(this::silent);
    } catch (IOException e) {
      throw unanswered(e);
    }
    if (!reply.getRefused().isEmpty()) {
      throw ClientFailure.badInput(reply.getRefused());
    }
    return reply;
  }

  private ClientFailure silent() {
    return new ClientFailure(
        ClientFailure.Kind.UNREACHABLE,
        "the agent in " + folder + " is not responding: it may be stuck or overloaded");
  }

  /** Whether the answer says that the agent is another user's. */
  public static boolean anothers(IOException e) {
    return e instanceof SocketException && "Permission denied".equals(e.getMessage());
  }

  private ClientFailure unanswered(IOException e) {
    if (anothers(e)) {
      return new ClientFailure(
          ClientFailure.Kind.NOT_ALLOWED,
          "the agent in " + folder + " belongs to another user: only they can use it",
          e);
    }
    return new ClientFailure(
        ClientFailure.Kind.UNREACHABLE,
        "no agent responds in "
            + folder
            + ": check that it is running, and give its data folder with --data DIR",
        e);
  }
}
