package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.platform.guest.GuestFolder;
import io.lull.platform.guest.PathFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A guest changes a folder while the agent uses it. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
final class GuestFolderTest {
  @TempDir Path temporary;
  private Path work = Path.of("none");
  private Path outputs = Path.of("none");
  private Path secrets = Path.of("none");

  /** Both kinds of folders on this system. */
  enum Kind {
    HANDLE,
    PATH;

    GuestFolder open(Path parent, String name) throws IOException {
      return switch (this) {
        case HANDLE -> LinuxFolder.openIn(parent, name);
        case PATH -> PathFolder.open(parent, name);
      };
    }
  }

  @BeforeEach
  void makeFolders() throws IOException {
    work = Files.createDirectory(temporary.resolve("work"));
    outputs = Files.createDirectory(work.resolve("outputs"));
    secrets = Files.createDirectory(temporary.resolve("secrets"));
    Files.writeString(secrets.resolve("key.pem"), "secret");
  }

  private static String content(FileChannel channel) throws IOException {
    try (channel) {
      final ByteBuffer bytes = ByteBuffer.allocate(100);
      while (channel.read(bytes) >= 0) {
        // until the end
      }
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsListsTakesAndDeletesPlainFiles(Kind kind) throws Exception {
    Files.writeString(outputs.resolve("b"), "of b");
    Files.writeString(outputs.resolve("a"), "of a");
    try (GuestFolder folder = kind.open(work, "outputs")) {
      assertThat(folder.names(2)).isEqualTo(List.of("a", "b"));
      assertThatThrownBy(() -> folder.names(1)).hasMessage("there are more than 1 files");
      assertThat(content(folder.open("a"))).isEqualTo("of a");
      folder.take("a", secrets.resolve("taken"));
      assertThat(secrets.resolve("taken")).hasContent("of a");
      folder.delete("b");
      folder.delete("b");
      assertThat(outputs).isEmptyDirectory();
      assertThatThrownBy(() -> folder.open("a")).isInstanceOf(NoSuchFileException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void neverFollowsALinkNorTakesAFileThatHasAnotherName(Kind kind) throws Exception {
    Files.createSymbolicLink(outputs.resolve("link"), secrets.resolve("key.pem"));
    Files.createLink(outputs.resolve("hard"), secrets.resolve("key.pem"));
    Files.createDirectory(outputs.resolve("folder"));
    assertThat(new ProcessBuilder("mkfifo", outputs.resolve("pipe").toString()).start().waitFor())
        .isZero();
    final Path to = secrets.resolve("taken");
    try (GuestFolder folder = kind.open(work, "outputs")) {
      for (final String name : List.of("link", "hard", "folder", "pipe")) {
        assertThat(folder.isPlainFile(name)).as(name).isFalse();
        assertThatThrownBy(() -> folder.open(name)).as(name).hasMessageContaining("not a plain");
        assertThatThrownBy(() -> folder.take(name, to))
            .as(name)
            .hasMessageContaining("not a plain");
        assertThat(Files.exists(to, LinkOption.NOFOLLOW_LINKS)).as(name).isFalse();
      }
      folder.delete("link");
      for (final String name : List.of("../../secrets/key.pem", "..", ".", "", "/etc/passwd")) {
        assertThatThrownBy(() -> folder.open(name)).as(name).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> folder.take(name, to)).as(name).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> folder.delete(name)).as(name).isInstanceOf(IOException.class);
      }
    }
    assertThat(secrets.resolve("key.pem")).hasContent("secret");
  }

  @ParameterizedTest
  @EnumSource
  void aFolderThatIsALinkIsNone(Kind kind) throws Exception {
    Files.delete(outputs);
    Files.createSymbolicLink(outputs, secrets);
    assertThatThrownBy(() -> kind.open(work, "outputs"))
        .hasMessage("the folder outputs is missing");
    assertThatThrownBy(() -> kind.open(work, "none")).isInstanceOf(IOException.class);
  }

  /** Where a guest could replace the folder: by its handle the agent stays where it was. */
  @ParameterizedTest
  @EnumSource(names = "HANDLE")
  void aFolderThatIsReplacedMeanwhileLeadsNowhereElse(Kind kind) throws Exception {
    Files.writeString(outputs.resolve("key.pem"), "of the guest");
    try (GuestFolder folder = kind.open(work, "outputs")) {
      Files.move(outputs, work.resolve("away"));
      Files.createSymbolicLink(outputs, secrets);
      assertThat(content(folder.open("key.pem"))).isEqualTo("of the guest");
      folder.delete("key.pem");
    }
    assertThat(secrets.resolve("key.pem")).hasContent("secret");
    assertThat(work.resolve("away")).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(names = "HANDLE")
  void noHandleIsLeftOpen(Kind kind) throws Exception {
    final Path handles = Path.of("/proc/self/fd");
    assumeThat(handles).isDirectory();
    Files.writeString(outputs.resolve("a"), "of a");
    try (GuestFolder folder = kind.open(work, "outputs")) {
      assertThat(content(folder.open("a"))).isEqualTo("of a");
    }
    final int before = count(handles);
    for (int i = 0; i < 100; i++) {
      try (GuestFolder folder = kind.open(work, "outputs")) {
        assertThat(content(folder.open("a"))).isEqualTo("of a");
        assertThatThrownBy(() -> folder.open("none")).isInstanceOf(IOException.class);
      }
      assertThatThrownBy(() -> kind.open(work, "none")).isInstanceOf(IOException.class);
    }
    assertThat(count(handles)).isLessThan(before + 50);
  }

  private static int count(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList().size();
    }
  }
}
