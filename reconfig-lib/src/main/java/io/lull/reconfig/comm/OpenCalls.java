package io.lull.reconfig.comm;

import io.lull.reconfig.network.WorkerNetwork;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Calls to peers that have not answered yet; any thread may break off those that are over. */
final class OpenCalls {
  private final Map<WorkerNetwork.Call, WaitLimit> calls = new HashMap<>();

  /**
   * @throws IOException when nobody wants the call any more: {@link #breakOff} has been or is about
   *     to be called for it
   */
  synchronized void begin(WorkerNetwork.Call call, WaitLimit patience) throws IOException {
    if (patience.over().getAsBoolean()) {
      throw new IOException("the change is over");
    }
    calls.put(call, patience);
  }

  synchronized void end(WorkerNetwork.Call call) {
    calls.remove(call);
  }

  /**
   * The threads whose calls are over stop waiting for an answer. Others go on: a later change may
   * have begun them since.
   */
  synchronized void breakOff() {
    calls.forEach((call, patience) -> {
      if (patience.over().getAsBoolean()) {
        try {
          call.close();
        } catch (IOException e) {
          // What cannot even be closed ends with its deadline.
        }
      }
    });
  }
}
