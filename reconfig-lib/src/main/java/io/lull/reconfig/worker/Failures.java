package io.lull.reconfig.worker;

import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.PeerLost;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.ProgramError;
import java.io.PrintWriter;
import java.io.StringWriter;

/** A program's failure in words. */
final class Failures {
  /** A stack trace goes into the log up to this length. */
  private static final int MAX_DETAIL_CHARS = 16 << 10;

  private Failures() {}

  static Failed of(Throwable failure) {
    final StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    final String detail = trace.toString();
    System.err.print(detail);
    final String line =
        switch (failure) {
          case OutOfMemoryError e ->
              "out of memory: submit the job with more --memory or more workers";
          case ProgramError mistake -> String.valueOf(mistake.getMessage());
          default -> failure.toString().lines().findFirst().orElse("failed");
        };
    return Failed.newBuilder()
        .setError(line)
        .setDetail(detail.substring(0, Math.min(detail.length(), MAX_DETAIL_CHARS)))
        .build();
  }

  /**
   * @param peer empty where it is not known which
   */
  static WorkerReport.Builder peerLost(long epoch, String peer, String why) {
    return WorkerReport.newBuilder()
        .setPeerLost(PeerLost.newBuilder().setEpoch(epoch).setWorker(peer).setWhy(why));
  }
}
