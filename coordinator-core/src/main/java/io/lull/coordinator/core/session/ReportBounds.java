package io.lull.coordinator.core.session;

import io.lull.protocol.model.LogEnd;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.LogTail;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Record;
import java.util.Optional;

/**
 * Bounds on what an agent reports: numbers that can be added up and texts that fit on a line,
 * whatever it claims.
 */
final class ReportBounds {
  static final int MAX_WORKERS = 1_000;
  static final int MAX_PIECES = 20_000;

  /** Of all reports but the greeting and what is handed on from a worker. */
  static final int MAX_REPORT_BYTES = 1 << 20;

  private static final int MAX_LABELS = 64;
  private static final int MAX_WELCOME = 64;
  private static final int LONGEST_WORD = 200;
  private static final int LONGEST_SENTENCE = 1_000;

  private static final int MAX_CORES = 4096;
  private static final int MAX_PORT = 65_535;
  private static final long MAX_BYTES = 1L << 50;
  private static final double LEAST_SPEED = 0.01;
  private static final double MAX_SPEED = 1_000;
  private static final long MAX_MILLIS = 1L << 53;

  private ReportBounds() {}

  /** What makes it impossible to take, in one line. */
  static Optional<String> complaint(AgentReport report) {
    if (report.hasHello()) {
      final Hello hello = report.getHello();
      return hello.getWorkersCount() > MAX_WORKERS || hello.getPiecesCount() > MAX_PIECES
          ? Optional.of(
              "an agent has at most "
                  + MAX_WORKERS
                  + " workers and "
                  + MAX_PIECES
                  + " pieces, not "
                  + hello.getWorkersCount()
                  + " and "
                  + hello.getPiecesCount())
          : Optional.empty();
    }
    if (!report.hasFromWorker() && report.getSerializedSize() > MAX_REPORT_BYTES) {
      return Optional.of(
          "a report of " + report.getSerializedSize() + " bytes is over " + MAX_REPORT_BYTES);
    }
    return amount(report) < 0 || amount(report) > MAX_BYTES
        ? Optional.of("no piece has " + amount(report) + " bytes")
        : Optional.empty();
  }

  private static long amount(AgentReport report) {
    return switch (report.getReportCase()) {
      case PIECE_DURABLE -> report.getPieceDurable().getBytes();
      case PARITY_MADE -> report.getParityMade().getBytes();
      case PIECE_REBUILT -> report.getPieceRebuilt().getBytes();
      default -> 0;
    };
  }

  static AgentReport of(AgentReport report) {
    return switch (report.getReportCase()) {
      case HELLO -> report.toBuilder().setHello(of(report.getHello())).build();
      case STATUS -> report.toBuilder().setStatus(of(report.getStatus())).build();
      case LOG_TAIL -> report.toBuilder().setLogTail(of(report.getLogTail())).build();
      default -> report;
    };
  }

  private static Hello of(Hello hello) {
    return hello.toBuilder()
        .setIncarnation(cut(hello.getIncarnation(), LONGEST_WORD))
        .setVersion(cut(hello.getVersion(), LONGEST_WORD))
        .setFacts(of(hello.getFacts()))
        .setStatus(of(hello.getStatus()))
        .build();
  }

  /** Agents cut the text themselves. */
  private static LogTail of(LogTail tail) {
    return LogTail.newBuilder()
        .setJob(cut(tail.getJob(), LONGEST_WORD))
        .setWorker(cut(tail.getWorker(), LONGEST_WORD))
        .setText(LogEnd.of(tail.getText()))
        .build();
  }

  static NodeFacts of(NodeFacts facts) {
    return facts.toBuilder()
        .setOs(cut(facts.getOs(), LONGEST_WORD))
        .setCores(Math.clamp(facts.getCores(), 0, MAX_CORES))
        .setMemoryBytes(Math.clamp(facts.getMemoryBytes(), 0, MAX_BYTES))
        .setSpeed(speed(facts.getSpeed()))
        .setHost(cut(facts.getHost(), LONGEST_WORD))
        .setPiecePort(Math.clamp(facts.getPiecePort(), 0, MAX_PORT))
        .setInputSource(cut(facts.getInputSource(), LONGEST_SENTENCE))
        .setIsolation(cut(facts.getIsolation(), LONGEST_SENTENCE))
        .build();
  }

  static NodeStatus of(NodeStatus status) {
    return status.toBuilder()
        .setState(cut(status.getState(), LONGEST_WORD))
        .setReason(cut(status.getReason(), LONGEST_SENTENCE))
        .setSinceEpochMillis(millis(status.getSinceEpochMillis()))
        .setOwnerIdleMillis(millis(status.getOwnerIdleMillis()))
        .setOwnerCpu(share(status.getOwnerCpu()))
        .setGuestCpu(share(status.getGuestCpu()))
        .setReclaims(of(status.getReclaims()))
        .setVacates(of(status.getVacates()))
        .setLostReclaims(millis(status.getLostReclaims()))
        .setInputSource(cut(status.getInputSource(), LONGEST_SENTENCE))
        .setGraceDeadlineEpochMillis(millis(status.getGraceDeadlineEpochMillis()))
        .setSpeed(status.getSpeed() > 0 ? speed(status.getSpeed()) : 0)
        .setIsolation(cut(status.getIsolation(), LONGEST_SENTENCE))
        .setGraceLeftMillis(millis(status.getGraceLeftMillis()))
        .clearWelcome()
        .addAllWelcome(
            status.getWelcomeList().stream()
                .limit(MAX_WELCOME)
                .map(user -> cut(user, LONGEST_WORD))
                .toList())
        .clearLabels()
        .addAllLabels(
            status.getLabelsList().stream()
                .filter(label -> label.length() <= LONGEST_WORD)
                .limit(MAX_LABELS)
                .toList())
        .build();
  }

  private static Record of(Record record) {
    return Record.newBuilder()
        .setCount(millis(record.getCount()))
        .setLastMillis(share(record.getLastMillis()))
        .setMedianMillis(share(record.getMedianMillis()))
        .setMaxMillis(share(record.getMaxMillis()))
        .build();
  }

  /** Zero means that it was not measured. */
  private static double speed(double said) {
    if (!(said > 0)) {
      return 0;
    }
    return Math.clamp(said, LEAST_SPEED, MAX_SPEED);
  }

  private static double share(double said) {
    return Double.isNaN(said) ? 0 : Math.clamp(said, 0, MAX_MILLIS);
  }

  private static long millis(long said) {
    return Math.clamp(said, 0, MAX_MILLIS);
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
