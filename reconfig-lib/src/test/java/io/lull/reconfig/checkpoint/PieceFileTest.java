package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of pieces, past the page cache and through it. */
final class PieceFileTest {
  private static final long SEED = Long.getLong("lull.seed", 1);

  @TempDir private Path folder;

  /** How a file is written: the first only where the file system of the tests can. */
  enum Way {
    DIRECT,
    CACHED;

    PieceFile create(Path file, long expectedBytes) throws IOException {
      return this == CACHED
          ? PieceFile.cached(file, expectedBytes)
          : PieceFile.create(file, expectedBytes);
    }
  }

  private static byte[] bytes(Random random, int length) {
    final byte[] made = new byte[length];
    random.nextBytes(made);
    return made;
  }

  private static void write(PieceFile file, byte[] content, Random random) throws IOException {
    for (int at = 0; at < content.length; ) {
      final int length = Math.min(content.length - at, 1 + random.nextInt(700_000));
      file.write(ByteBuffer.wrap(content, at, length));
      at += length;
      assertThat(file.length()).isEqualTo(at);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsThereToTheByte(Way way) throws IOException {
    final Random random = new Random(SEED);
    for (final int length :
        new int[] {
          0, 1, 4095, 4096, 4097, PieceFile.PART_BYTES, 2 * PieceFile.PART_BYTES + 1, 9_000_001
        }) {
      final byte[] content = bytes(random, length);
      final Path path = folder.resolve("piece");
      Files.write(path, new byte[100]);
      // What is expected need not be what comes.
      try (PieceFile file = way.create(path, random.nextBoolean() ? length : length / 2)) {
        write(file, content, random);
        file.complete();
        assertThat(file.length()).isEqualTo(length);
      }
      assertThat(Files.readAllBytes(path)).as("%d bytes, seed %d", length, SEED).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bytesOfAnotherFileAreCopiedFromAnyOffset(Way way) throws IOException {
    final Random random = new Random(SEED);
    final byte[] before = bytes(random, 5_000_003);
    try (PieceFile base = way.create(folder.resolve("base"), before.length);
        PieceFile next = way.create(folder.resolve("next"), before.length)) {
      write(base, before, random);
      base.complete();
      final ByteBuffer expected = ByteBuffer.allocate(4 * before.length);
      for (int copy = 0; copy < 12; copy++) {
        final int offset = random.nextInt(before.length);
        final int length = 1 + random.nextInt(Math.min(before.length - offset, 2_000_000));
        next.copy(base, offset, length, _ -> {});
        expected.put(before, offset, length);
        next.write(ByteBuffer.wrap(before, 0, 3));
        expected.put(before, 0, 3);
      }
      next.copy(base, before.length - 1, 1, _ -> {});
      expected.put(before[before.length - 1]);
      next.complete();
      assertThat(Files.readAllBytes(folder.resolve("next")))
          .as("seed %d", SEED)
          .isEqualTo(Arrays.copyOf(expected.array(), expected.position()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFileThatIsTooShortIsNotCopiedFrom(Way way) throws IOException {
    try (PieceFile base = way.create(folder.resolve("base"), 5000);
        PieceFile next = way.create(folder.resolve("next"), 5000)) {
      base.write(ByteBuffer.wrap(new byte[5000]));
      base.complete();
      assertThatThrownBy(() -> next.copy(base, 4990, 11, _ -> {})).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> next.copy(base, 9000, 1, _ -> {})).isInstanceOf(EOFException.class);
    }
  }
}
