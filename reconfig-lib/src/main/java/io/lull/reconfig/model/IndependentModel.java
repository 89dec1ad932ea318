package io.lull.reconfig.model;

import io.lull.protocol.wire.WorkerOrder;
import java.io.IOException;

/**
 * Programs whose workers know nothing of each other: each is given work by orders, and reports what
 * became of it. Such a worker listens to no peer, is in no configuration and keeps no state.
 */
public non-sealed interface IndependentModel extends ProgrammingModel {
  /**
   * An order of the coordinator, on the thread that reads them; it must not wait for the work to be
   * done. Orders that are not of this kind of program are left alone.
   *
   * @throws IOException when no worker may be ordered so; it ends
   */
  void order(WorkerOrder order) throws IOException;
}
