package io.lull.agent.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The start of a parity file comes from another machine: a damaged one is refused. */
final class ParityFuzzTest {
  private static final int PREFIX_BYTES = 12;

  @RegisterExtension private final Seed seed = Seed.ofThisRun();

  private final ParityFormat format =
      ParityFormat.of("J1", 7, 1, 2, List.of(0, 10, 20), List.of(300_000L, 10L, 299_999L));

  @Test
  void aDamagedStartIsRefused() {
    new Fuzzer(seed, "start of a parity file")
        .samples(bytes(format.start()))
        .refusals(IOException.class)
        .run(start -> ParityFormat.parse(ByteBuffer.wrap(start), "it"));
  }

  @Test
  void aHeaderThatContradictsItselfIsRefused() {
    final Fuzzer.Result result =
        new Fuzzer(seed, "header of a parity file")
            .messages(format.header())
            .refusals(IOException.class)
            .run(header -> use(ParityFormat.parse(ByteBuffer.wrap(start(header)), "it")));
    assertThat(result.accepted()).isPositive();
  }

  private static void use(ParityFormat parsed) {
    final int last = parsed.blocks() - 1;
    assertThat(parsed.blockBytes(last)).isBetween(1, ParityFormat.BLOCK_BYTES);
    assertThat(parsed.recordAt(0, last)).isPositive().isLessThan(parsed.fileBytes());
    for (int place = 0; place < parsed.header().getRanksCount(); place++) {
      assertThat(parsed.piecePart(place, 0, 0)).isBetween(0, ParityFormat.BLOCK_BYTES);
    }
  }

  /** A start whose checksum is right, whatever its header says. */
  private byte[] start(byte[] header) {
    final CRC32C crc = new CRC32C();
    crc.update(header);
    return ByteBuffer.allocate(PREFIX_BYTES + header.length + Integer.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(Arrays.copyOf(bytes(format.start()), PREFIX_BYTES - Integer.BYTES))
        .putInt(header.length)
        .put(header)
        .putInt((int) crc.getValue())
        .array();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    final byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
