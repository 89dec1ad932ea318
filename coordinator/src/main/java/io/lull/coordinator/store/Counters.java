package io.lull.coordinator.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.CounterRecord;
import java.util.Optional;

/** Numbers that only grow, across restarts too. */
public final class Counters {
  /** The coordinator's leadership: orders of a lesser one are void. */
  public static final String FENCE = "fence";

  public static final String JOB = "job";

  private static final int MAX_TRIES = 100;
  private final Shelf shelf;

  public Counters(Shelves shelves) {
    this.shelf = shelves.shelf(Shelves.Kind.COUNTER);
  }

  /** The next number, never handed out before; from 1. */
  public long next(String name) {
    for (int i = 0; i < MAX_TRIES; i++) {
      final Optional<byte[]> present = shelf.get(name);
      final long next = present.map(bytes -> read(name, bytes)).orElse(0L) + 1;
      final byte[] content = CounterRecord.newBuilder().setValue(next).build().toByteArray();
      final boolean won =
          present.isPresent()
              ? shelf.replace(name, present.get(), content)
              : shelf.putIfAbsent(name, content);
      if (won) {
        return next;
      }
    }
    throw new StoreException("the counter '" + name + "' is changed by others all the time");
  }

  private static long read(String name, byte[] bytes) {
    try {
      return CounterRecord.parseFrom(bytes).getValue();
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the counter '" + name + "' cannot be read", e);
    }
  }
}
