package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** What is known of the records of a copy. */
final class ReceivedRecordsTest {
  private final ReceivedRecords records = new ReceivedRecords();

  private static ByteBuffer record(long content) {
    final ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(content).putInt(Checksum.of(bytes.duplicate().flip()));
    return bytes.flip();
  }

  private static ReceivedRecords.Arriving arrive(ReceivedRecords to, long offset, ByteBuffer all) {
    final ReceivedRecords.Arriving arriving = to.next(offset, all.remaining());
    arriving.add(all.slice(0, 3));
    arriving.add(all.slice(3, all.remaining() - 3));
    return arriving;
  }

  @Test
  void aRecordIsTheSameWhereItsContentIs() {
    arrive(records, 7, record(5)).end();
    final ReceivedRecords later = new ReceivedRecords();
    assertThat(arrive(later, 90, record(5)).isSame(records, 7)).isTrue();
    assertThat(arrive(later, 90, record(6)).isSame(records, 7)).isFalse();
    assertThat(arrive(later, 90, record(5)).isSame(records, 8)).as("never came").isFalse();
  }

  @Test
  void aCopyOfMoreRecordsThanAreKnownIsNoBase() {
    for (long offset = 0; offset < ReceivedRecords.MOST_RECORDS; offset++) {
      records.next(offset, Integer.BYTES).end();
    }
    assertThat(records.areAllKnown()).isTrue();
    records.next(ReceivedRecords.MOST_RECORDS, Integer.BYTES).end();
    assertThat(records.areAllKnown()).isFalse();
  }
}
