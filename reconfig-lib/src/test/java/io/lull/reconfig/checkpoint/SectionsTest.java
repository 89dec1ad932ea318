package io.lull.reconfig.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.OtherState;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceSection;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A piece of a state that is not made of grids: named counters, each a section. */
final class SectionsTest {
  private static final PieceHeader HEADER =
      PieceHeader.newBuilder().setJob("J1").setGeneration(3).setRank(2).build();

  @TempDir Path folder;

  /** Each is written in blocks of so many bytes. */
  private record Counters(List<String> names, long blockBytes) implements StateSnapshot {
    @Override
    public void describe(PieceHeader.Builder header) {
      header.setVersion(3).setOther(OtherState.newBuilder().setKind("counters"));
      for (final StateSection section : sections()) {
        header.addSections(
            PieceSection.newBuilder()
                .setName(section.name())
                .setBytes(section.bytes())
                .setBlockBytes(section.blockBytes()));
      }
    }

    @Override
    public List<StateSection> sections() {
      return names.stream()
          .map(name -> new StateSection(name, name.length(), Math.min(blockBytes, name.length())))
          .toList();
    }

    @Override
    public void read(int section, long block, ByteBuffer out) {
      final byte[] name = names.get(section).getBytes(StandardCharsets.US_ASCII);
      final StateSection of = sections().get(section);
      out.put(name, (int) (block * of.blockBytes()), of.contentBytes(block));
    }

    @Override
    public BitSet changedBlocks(int section) {
      return new BitSet();
    }

    @Override
    public void release() {}
  }

  private Path write(StateSnapshot snapshot) throws IOException {
    final PieceHeader.Builder header = HEADER.toBuilder();
    snapshot.describe(header);
    final Path file = folder.resolve(PieceWriter.fileName(3, 2));
    assertThat(PieceWriter.write(file, header.build(), snapshot, new PlainBlocks(), null))
        .isEqualTo(Files.size(file));
    return file;
  }

  @Test
  void everyBlockOfEverySectionIsReadBack() throws IOException {
    final List<String> names = List.of("apples", "", "p", "a name of several blocks");
    try (PieceReader piece = PieceReader.open(write(new Counters(names, 5)), null)) {
      piece.verifyAll();
      assertThat(piece.header().getOther().getKind()).isEqualTo("counters");
      for (int section = 0; section < names.size(); section++) {
        final StringBuilder read = new StringBuilder();
        for (int block = 0; block * 5 < names.get(section).length(); block++) {
          final ByteBuffer content = piece.block(section, block);
          while (content.hasRemaining()) {
            read.append((char) content.get());
          }
        }
        assertThat(read).hasToString(names.get(section));
      }
    }
  }

  @Test
  void aHeaderOfAnotherSnapshotIsRefused() {
    final PieceHeader.Builder header = HEADER.toBuilder();
    new Counters(List.of("apples"), 5).describe(header);
    assertThatThrownBy(() ->
            PieceWriter.write(
                folder.resolve("other.piece"),
                header.build(),
                new Counters(List.of("pears"), 5),
                new PlainBlocks(),
                null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPieceOfALaterVersionIsRefusedInOneSentence() throws IOException {
    final StateSnapshot snapshot = new Counters(List.of("apples"), 5);
    final PieceHeader.Builder header = HEADER.toBuilder();
    snapshot.describe(header);
    final Path file = folder.resolve("later.piece");
    PieceWriter.write(file, header.setVersion(5).build(), snapshot, new PlainBlocks(), null);
    assertThatThrownBy(() -> PieceReader.open(file, null).close())
        .isInstanceOf(IOException.class)
        .hasMessage("later.piece is a piece of version 5, which this program cannot read");
  }
}
