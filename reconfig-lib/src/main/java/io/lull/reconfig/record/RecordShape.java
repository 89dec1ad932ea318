package io.lull.reconfig.record;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The fields of a record, one after the other without gaps. An author adds them before the grid or
 * the array is declared, and keeps the returned fields to read and write them. Used by one thread.
 */
public final class RecordShape {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
  private static final int MOST_BYTES = 1 << 16;

  private final List<String> names = new ArrayList<>();
  private final StringBuilder described = new StringBuilder();
  private int bytes;

  /**
   * A field of doubles.
   *
   * @param at bytes before it in the record
   */
  public record DoubleField(int at) {}

  /** A field of floats; as {@link DoubleField}. */
  public record FloatField(int at) {}

  /** A field of longs; as {@link DoubleField}. */
  public record LongField(int at) {}

  /** A field of ints; as {@link DoubleField}. */
  public record IntField(int at) {}

  /**
   * @param name letters, digits and underscores; unique in the record
   * @throws IllegalArgumentException for another, or when the record would be over 64 KiB long
   */
  public DoubleField doubleField(String name) {
    return new DoubleField(add(name, "f64", Double.BYTES));
  }

  /** As {@link #doubleField}. */
  public FloatField floatField(String name) {
    return new FloatField(add(name, "f32", Float.BYTES));
  }

  /** As {@link #doubleField}. */
  public LongField longField(String name) {
    return new LongField(add(name, "i64", Long.BYTES));
  }

  /** As {@link #doubleField}. */
  public IntField intField(String name) {
    return new IntField(add(name, "i32", Integer.BYTES));
  }

  private int add(String name, String type, int length) {
    if (!NAME.matcher(name).matches() || names.contains(name)) {
      throw new IllegalArgumentException(
          "a record's field cannot be named '"
              + name
              + "': letters, digits and underscores, and each name once");
    }
    if (bytes + length > MOST_BYTES) {
      throw new IllegalArgumentException("a record of over " + MOST_BYTES + " bytes");
    }
    names.add(name);
    described.append(described.isEmpty() ? "" : " ").append(name).append(':').append(type);
    final int at = bytes;
    bytes += length;
    return at;
  }

  /** Of one record. */
  public int bytes() {
    return bytes;
  }

  /** Each field's name and what it is, such as {@code density:f64 kind:i32}. */
  public String described() {
    return described.toString();
  }
}
