package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.CounterRecord;
import java.util.Optional;

/** Numbers that what comes after must be greater than. */
public final class Counters {
  /** Of the coordinator's leadership, as earlier versions kept it. */
  public static final String FENCE = "fence";

  /** Of jobs: the last one, as earlier versions kept it, or the greatest that was dropped since. */
  public static final String JOB = "job";

  /** The last time that deadlines of jobs were by, in epoch milliseconds. */
  public static final String TIME = "time";

  private Counters() {}

  /**
   * The last number that was handed out.
   *
   * @param kept what is kept under the counter's name; 0 for nothing
   */
  public static long last(String name, Optional<byte[]> kept) {
    return kept.map(bytes -> read(name, bytes)).orElse(0L);
  }

  static byte[] kept(long number) {
    return CounterRecord.newBuilder().setValue(number).build().toByteArray();
  }

  private static long read(String name, byte[] bytes) {
    try {
      return CounterRecord.parseFrom(bytes).getValue();
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the counter '" + name + "' cannot be read", e);
    }
  }
}
