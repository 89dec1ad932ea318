package io.lull.agent.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.lab.ForcedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {
  @TempDir Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theNewContentTakesThePlaceOfTheOldAndNothingElseIsLeft() throws IOException {
    final Path file = folder.resolve("kept");
    DurableFile.replace(file, bytes("a long first content"));
    DurableFile.replace(file, bytes("second"));
    assertThat(file).hasContent("second");
    assertThat(folder).isDirectoryContaining(file::equals);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void contentAndNameAreForcedToTheDisk() throws Exception {
    final Path file = folder.resolve("kept");
    final List<Path> forced = ForcedFiles.during(() -> DurableFile.replace(file, bytes("content")));
    assertThat(forced)
        .extracting(path -> folder.relativize(path).toString())
        .containsExactly("kept.tmp", "");
  }

  @Test
  void whatACrashLeftBesideTheFileIsNoHindrance() throws IOException {
    final Path file = folder.resolve("kept");
    Files.writeString(folder.resolve("kept.tmp"), "half of wh");
    DurableFile.replace(file, bytes("whole"));
    assertThat(file).hasContent("whole");
    assertThat(folder.toFile().list()).containsExactly("kept");
  }

  @Test
  void whatCannotBePutInPlaceLeavesTheOldAsItWas() throws IOException {
    final Path file = folder.resolve("kept");
    Files.createDirectories(file.resolve("a folder with something in it"));
    assertThatThrownBy(() -> DurableFile.replace(file, bytes("new")))
        .isInstanceOf(IOException.class);
    assertThat(file).isDirectory();
    assertThat(folder.toFile().list()).containsExactly("kept");
  }
}
