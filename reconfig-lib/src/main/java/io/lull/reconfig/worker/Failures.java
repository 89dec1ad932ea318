package io.lull.reconfig.worker;

import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.PeerLost;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.ProgramError;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;

/** A program's failure in words. */
final class Failures {
  /** A stack trace goes into the log up to this length. */
  private static final int MAX_DETAIL_CHARS = 16 << 10;

  /** Where the author of a program has written nothing. */
  private static final List<String> NOT_THE_AUTHORS =
      List.of("java.", "javax.", "jdk.", "sun.", "io.lull.reconfig.", "io.lull.protocol.");

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
          default -> failure.toString().lines().findFirst().orElse("failed") + where(failure);
        };
    return Failed.newBuilder()
        .setError(line)
        .setDetail(detail.substring(0, Math.min(detail.length(), MAX_DETAIL_CHARS)))
        .build();
  }

  /** The author's own line that was being executed; empty where there is none. */
  private static String where(Throwable failure) {
    return Arrays.stream(failure.getStackTrace())
        .filter(frame -> NOT_THE_AUTHORS.stream().noneMatch(frame.getClassName()::startsWith))
        .findFirst()
        .map(frame -> ", at " + frame.getClassName() + "." + place(frame))
        .orElse("");
  }

  /** Java names a lambda's method after the one that has it: lambda$iterate$0. */
  private static String place(StackTraceElement frame) {
    final String[] method = frame.getMethodName().split("\\$");
    return (method.length == 3 && method[0].equals("lambda") ? method[1] : frame.getMethodName())
        + (frame.getFileName() == null
            ? ""
            : " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")");
  }

  /**
   * @param peer empty where it is not known which
   */
  static WorkerReport.Builder peerLost(long epoch, String peer, String why) {
    return WorkerReport.newBuilder()
        .setPeerLost(PeerLost.newBuilder().setEpoch(epoch).setWorker(peer).setWhy(why));
  }
}
