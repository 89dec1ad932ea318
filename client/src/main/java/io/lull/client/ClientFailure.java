package io.lull.client;

import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request failed: its message is the one line that the person reads. */
public final class ClientFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final @Nullable Range range;

  /** What the person can do about it. */
  public enum Kind {
    /** The request was valid and failed. */
    FAILED,
    /** The request is invalid; nothing changed. */
    BAD_INPUT,
    /** The coordinator or the agent does not answer; it may do so later. */
    UNREACHABLE,
    NOT_ALLOWED
  }

  /** The whole numbers that a program's parameter accepts, from least to greatest. */
  public record Range(String parameter, long least, long greatest) implements Serializable {}

  public ClientFailure(Kind kind, String line) {
    super(line);
    this.kind = kind;
    this.range = null;
  }

  public ClientFailure(Kind kind, String line, Throwable cause) {
    super(line, cause);
    this.kind = kind;
    this.range = null;
  }

  private ClientFailure(String line, Range range) {
    super(line);
    this.kind = Kind.BAD_INPUT;
    this.range = range;
  }

  public static ClientFailure badInput(String line) {
    return new ClientFailure(Kind.BAD_INPUT, line);
  }

  /** A parameter is not a whole number in its range. */
  public static ClientFailure badInput(String line, Range range) {
    return new ClientFailure(line, range);
  }

  /** Present if a parameter is not a whole number in its range. */
  public Optional<Range> range() {
    return Optional.ofNullable(range);
  }

  /** The line that tells a person about any failure. */
  public static String lineOf(Throwable failure) {
    return failure instanceof ClientFailure said
        ? said.line()
        : String.valueOf(failure.getMessage());
  }

  public Kind kind() {
    return kind;
  }

  /** The message, never null. */
  public String line() {
    final String message = getMessage();
    return message == null ? kind.name() : message;
  }
}
