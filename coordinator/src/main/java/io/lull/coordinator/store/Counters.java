package io.lull.coordinator.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.CounterRecord;
import java.util.Optional;

/** Numbers that earlier versions kept; what came after them must be greater. */
public final class Counters {
  /** Of the coordinator's leadership. */
  public static final String FENCE = "fence";

  public static final String JOB = "job";

  private Counters() {}

  /**
   * The last number that was handed out.
   *
   * @param kept what is kept under the counter's name; 0 for nothing
   */
  public static long last(String name, Optional<byte[]> kept) {
    return kept.map(bytes -> read(name, bytes)).orElse(0L);
  }

  private static long read(String name, byte[] bytes) {
    try {
      return CounterRecord.parseFrom(bytes).getValue();
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the counter '" + name + "' cannot be read", e);
    }
  }
}
