package io.lull.coordinator.core.session;

import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.Hello;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The protocol on an agent's connection: first one greeting, then numbered reports, which are
 * acknowledged, and unnumbered reports, of which only the newest per key counts. Not safe for
 * several threads.
 */
public final class SessionProtocol {
  private boolean greeted;

  /** What to do with one report. */
  public sealed interface Heard {
    /** The agent introduced itself. */
    record Greeting(Hello hello) implements Heard {}

    /** To be taken once, stored, and then acknowledged. */
    record Numbered(AgentReport report) implements Heard {}

    /** May be lost; replaces an earlier one under the key. */
    record Newest(String key, AgentReport report) implements Heard {}

    /** Nothing that this version knows. */
    record Unknown() implements Heard {}

    /**
     * Against the protocol; the connection is to be closed.
     *
     * @param why one line for people
     */
    record Violation(String why) implements Heard {}
  }

  /** Whether the agent has introduced itself. */
  public boolean greeted() {
    return greeted;
  }

  /** Why a report cannot be taken at all, before it costs anything more. */
  public static Optional<String> complaint(AgentReport report) {
    return ReportBounds.complaint(report);
  }

  /** The report with every value brought into its bounds. */
  public static AgentReport bounded(AgentReport report) {
    return ReportBounds.of(report);
  }

  /**
   * @param report bounded
   */
  public Heard on(AgentReport report) {
    if (!greeted) {
      if (!report.hasHello()) {
        return new Heard.Violation("an agent says Hello first");
      }
      greeted = true;
      return new Heard.Greeting(report.getHello());
    }
    if (report.hasHello()) {
      return new Heard.Violation("an agent says Hello once");
    }
    if (report.getSequence() > 0) {
      return new Heard.Numbered(report);
    }
    final String key = key(report);
    return key == null ? new Heard.Unknown() : new Heard.Newest(key, report);
  }

  /** Null for a report that must have a number. */
  static @Nullable String key(AgentReport report) {
    return switch (report.getReportCase()) {
      case STATUS -> "status";
      case LOG_TAIL -> "log/" + report.getLogTail().getWorker();
      case FROM_WORKER ->
          report.getFromWorker().getReport().getReportCase()
              + "/"
              + report.getFromWorker().getWorker();
      case CODING_PROGRESS -> {
        final CodingProgress one = report.getCodingProgress();
        yield String.join(
            "/",
            one.getParity() ? "parity" : "piece",
            one.getJob(),
            String.valueOf(one.getGeneration()),
            String.valueOf(one.getRank()));
      }
      default -> null;
    };
  }
}
