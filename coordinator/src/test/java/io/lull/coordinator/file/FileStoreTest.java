package io.lull.coordinator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.wire.Blob;
import io.lull.testkit.lab.ForcedFiles;
import io.lull.testkit.lab.SmallDisk;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileStoreTest {
  private static final String SHA256_OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir private Path folder;

  @Test
  void givesBackWhatItTookUnderTheHashOfItsContent() throws Exception {
    final FileStore store = open();
    final Blob blob = take(store.takeBlob("ada", "program.jar", 3), "abc");

    assertThat(blob.getSha256()).isEqualTo(SHA256_OF_ABC);
    assertThat(store.blobFile(SHA256_OF_ABC)).hasContent("abc");
    assertThat(store.hasBlob(SHA256_OF_ABC, 3)).isTrue();
    assertThat(store.hasBlob(SHA256_OF_ABC, 4)).isFalse();
    assertThat(incoming()).isEmpty();
  }

  @Test
  void whatItTookIsForcedToTheDisk() throws Exception {
    final FileStore store = open();
    final List<Path> forced =
        ForcedFiles.during(() -> take(store.takeBlob("ada", "program.jar", 3), "abc"));
    assertThat(forced).anyMatch(path -> path.toString().endsWith(".part"));
    assertThat(forced).contains(store.blobFile(SHA256_OF_ABC).getParent());
  }

  @Test
  void takesTheSameContentTwice() throws Exception {
    final FileStore store = open();
    take(store.takeBlob("ada", "a", 3), "abc");
    take(store.takeBlob("ada", "b", 3), "abc");

    assertThat(store.blobFile(SHA256_OF_ABC)).hasContent("abc");
    assertThat(incoming()).isEmpty();
  }

  @Test
  void replacesAnOutputOfTheSameName() throws Exception {
    final FileStore store = open();
    take(store.takeOutput("J1", "solution.f64", 0), "old");
    take(store.takeOutput("J1", "solution.f64", 0), "new");

    assertThat(store.outputFile("J1", "solution.f64")).hasContent("new");
  }

  @Test
  void keepsNothingOfAFileThatComesShort() throws Exception {
    final FileStore store = open();

    assertThatThrownBy(() -> take(store.takeOutput("J1", "out", 10), "abc"))
        .isInstanceOf(FileRefusedException.class)
        .hasMessageContaining("3 bytes instead of 10");
    assertThatThrownBy(() -> store.outputFile("J1", "out"))
        .isInstanceOf(FileRefusedException.class)
        .hasMessage("job J1 has no output 'out'");
    assertThat(incoming()).isEmpty();
  }

  @Test
  void clearsAwayWhatWasOnItsWayWhenTheCoordinatorDied() throws Exception {
    open();
    Files.writeString(folder.resolve("incoming/1.part"), "torn");

    open();

    assertThat(incoming()).isEmpty();
  }

  @Test
  void refusesWhatIsTooLargeBeforeTakingAnyOfIt() throws Exception {
    final FileStore store = open();

    assertThatThrownBy(() -> store.takeBlob("ada", "huge", FileStore.MAX_BLOB_BYTES + 1))
        .isInstanceOf(FileRefusedException.class)
        .hasMessage("'huge' exceeds the limit of 1.00 GiB per file");
  }

  @Test
  void anUploadOfUndeclaredSizeLeavesRoomForTheRecords() throws Exception {
    assumeThat(SmallDisk.unavailable()).as("a small disk").isEmpty();
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 80L << 20)) {
      final FileStore store = open(disk.folder());
      final ByteBuffer part = ByteBuffer.allocate(1 << 20);
      try (IncomingFile incoming = store.takeOutput("J1", "endless", 0)) {
        assertThatThrownBy(
                () -> {
                  while (true) {
                    incoming.write(part.duplicate());
                  }
                })
            .isInstanceOf(FileRefusedException.class)
            .hasMessage(
                "the coordinator's disk has too little space for all of 'endless': free some space"
                    + " in its data folder");
        assertThat(incoming.bytes()).isLessThan(24L << 20);
      }
      assertThat(disk.folder().resolve("incoming")).isEmptyDirectory();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../x", "a/b", "a\\b", ".hidden", "line\nbreak"})
  void refusesNamesThatLeadElsewhere(String name) throws Exception {
    final FileStore store = open();

    assertThatThrownBy(() -> store.takeOutput("J1", name, 0))
        .isInstanceOf(FileRefusedException.class);
    assertThatThrownBy(() -> store.outputFile("J1", name)).isInstanceOf(FileRefusedException.class);
    assertThatThrownBy(() -> store.takeOutput("../J1", "x", 0))
        .isInstanceOf(FileRefusedException.class);
  }

  private FileStore open() throws IOException {
    return open(folder);
  }

  private static FileStore open(Path folder) throws IOException {
    return FileStore.open(
        folder,
        SharedFiles.NONE,
        new FileRecords(new SharedRecordMaps()),
        FileQuota.of(FileQuota.LEAST_BYTES),
        new VirtualClock());
  }

  private static Blob take(IncomingFile incoming, String content) throws FileRefusedException {
    try (incoming) {
      incoming.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
      return incoming.finish();
    }
  }

  private Stream<Path> incoming() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("incoming"))) {
      return files.toList().stream();
    }
  }
}
