package io.lull.reconfig.worker;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.WorkerReport;
import java.io.IOException;
import java.io.OutputStream;

/** The worker's word to its agent; any thread. */
public final class Reports {
  private final OutputStream out;

  public Reports(OutputStream out) {
    this.out = out;
  }

  /** Without an agent nobody hears: the order stream ends too, and that ends the worker. */
  public synchronized void send(WorkerReport.Builder report) {
    try {
      Frames.write(out, report.build());
    } catch (IOException e) {
      System.err.println("the agent does not listen: " + e.getMessage());
    }
  }
}
