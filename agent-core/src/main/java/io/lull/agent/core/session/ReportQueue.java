package io.lull.agent.core.session;

import io.lull.protocol.wire.AgentReport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports that wait for the coordinator. Numbered reports stay until they are acknowledged, and are
 * sent again in order after a reconnection. Of the others the queue keeps the newest of each
 * subject, and sends it once at most.
 */
final class ReportQueue {
  /** A worker whose report does not fit any more is to be ended: nobody hears it. */
  static final int MAX_WAITING = 4096;

  /** For reports about ends and results, which must not be held up by a worker that talks much. */
  static final int RESERVE = 1024;

  private static final int MAX_SUBJECTS = 64;

  private final Deque<AgentReport> waiting = new ArrayDeque<>();
  private final Map<String, AgentReport> newest = new LinkedHashMap<>();
  private long lastNumber;
  private long sentUpTo;

  /** False when there is no room, and then nothing is kept. */
  boolean add(AgentReport.Builder report, boolean urgent) {
    if (waiting.size() >= (urgent ? MAX_WAITING + RESERVE : MAX_WAITING)) {
      return false;
    }
    waiting.add(report.setSequence(++lastNumber).build());
    return true;
  }

  /** Replaces what has not been sent yet about the same subject. */
  void replace(String subject, AgentReport.Builder report) {
    if (newest.size() < MAX_SUBJECTS || newest.containsKey(subject)) {
      newest.put(subject, report.setSequence(0).build());
    }
  }

  void acknowledged(long upTo) {
    while (!waiting.isEmpty() && waiting.getFirst().getSequence() <= upTo) {
      waiting.removeFirst();
    }
  }

  /** Everything that is not acknowledged is to be sent again; what may be lost is lost. */
  void startOver() {
    sentUpTo = 0;
    newest.clear();
  }

  /** The next report to send, now taken as sent; null when there is none. */
  @Nullable AgentReport next() {
    if (sentUpTo < lastNumber) {
      for (final AgentReport report : waiting) {
        if (report.getSequence() > sentUpTo) {
          sentUpTo = report.getSequence();
          return report;
        }
      }
      sentUpTo = lastNumber;
    }
    final Iterator<AgentReport> reports = newest.values().iterator();
    if (!reports.hasNext()) {
      return null;
    }
    final AgentReport report = reports.next();
    reports.remove();
    return report;
  }

  int size() {
    return waiting.size();
  }
}
