package io.lull.reconfig.forkjoin;

import java.util.function.LongConsumer;

/** Lists that are rows of an array. */
record ListRows(IntArray rows) implements IndexLists {
  @Override
  public String name() {
    return rows.name();
  }

  @Override
  public long version() {
    return rows.version();
  }

  @Override
  public void forEachOwn(LongConsumer visitor) {
    rows.openOwn();
    try {
      rows.forEachOwn(visitor);
    } finally {
      rows.close();
    }
  }

  @Override
  public int[] list(long number) {
    final IntRow row = rows.row(number);
    final int[] list = new int[Math.toIntExact(row.length())];
    row.copyTo(0, list, 0, list.length);
    return list;
  }
}
