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
 * sent again in order after a reconnection. Of all others the queue keeps the newest of each
 * subject, and sends it once at most.
 */
final class ReportQueue {
  /** A worker whose report does not fit any more is ended, since its reports are lost. */
  static final int MAX_WAITING = 4096;

  /**
   * Reserved for reports of ends and results, which must not wait for a worker that reports too
   * much.
   */
  static final int RESERVE = 1024;

  private static final int MAX_SUBJECTS = 64;

  private final Deque<AgentReport> waiting = new ArrayDeque<>();
  private final Map<String, AgentReport> newest = new LinkedHashMap<>();
  private long lastNumber;
  private long sentUpTo;

  /** Returns false if there is no room; the report is dropped. */
  boolean add(AgentReport.Builder report, boolean urgent) {
    if (waiting.size() >= (urgent ? MAX_WAITING + RESERVE : MAX_WAITING)) {
      return false;
    }
    waiting.add(report.setSequence(++lastNumber).build());
    return true;
  }

  /** Replaces an unsent report of the same subject. */
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

  /** Everything unacknowledged is sent again; reports that may be lost are dropped. */
  void startOver() {
    sentUpTo = 0;
    newest.clear();
  }

  /** The next report to send, marked as sent; null: none. */
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
