package io.lull.reconfig.comm;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;

/** Calls to peers that have not answered yet; any thread may break them off. */
final class OpenCalls {
  private final Set<SocketChannel> calls = new HashSet<>();

  /**
   * @throws IOException when nobody wants the call any more: {@link #breakOff} has been or is about
   *     to be called for it
   */
  synchronized void begin(SocketChannel call, WaitLimit patience) throws IOException {
    if (patience.over().getAsBoolean()) {
      throw new IOException("the change is over");
    }
    calls.add(call);
  }

  synchronized void end(SocketChannel call) {
    calls.remove(call);
  }

  /** The threads that call stop waiting for an answer. */
  synchronized void breakOff() {
    for (final SocketChannel call : calls) {
      try {
        call.close();
      } catch (IOException e) {
        // What cannot even be closed ends with its deadline.
      }
    }
  }
}
