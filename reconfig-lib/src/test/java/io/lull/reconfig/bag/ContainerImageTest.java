package io.lull.reconfig.bag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.ProgramError;
import io.lull.testkit.process.ImageFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
final class ContainerImageTest {
  @TempDir Path temporary;
  private Path folder = Path.of("");
  private Path content = Path.of("");

  @BeforeEach
  void aWorkersFolder() throws IOException {
    folder = Files.createDirectory(temporary.resolve("worker"));
    for (final String name : List.of("tmp", "image")) {
      Files.createDirectory(folder.resolve(name));
    }
    content = temporary.resolve("content");
    ImageFolder.fill(content, "sh", "cat");
  }

  private Welcome welcome(String... command) {
    return Welcome.newBuilder()
        .setJob("J7")
        .setWorkDirectory(folder.toString())
        .setImageRoot(folder.resolve("image").toString())
        .setBag(
            Bag.newBuilder()
                .setTasks(1)
                .addAllCommand(List.of(command))
                .setImage(Blob.newBuilder().setName("debian.tar")))
        .build();
  }

  private ContainerImage unpacked() throws IOException {
    ImageFolder.archive(content, folder.resolve("image.tar"));
    return ContainerImage.unpack(welcome("sh"));
  }

  private void write(String name, String text) throws IOException {
    final Path file = content.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  @Test
  void whatTheSandboxHasThereIsNotTakenFromTheImage() throws Exception {
    for (final String name :
        List.of("dev/null", "proc/stat", "etc/hosts", "etc/dev/kept", "a/proc/kept")) {
      write(name, "of the image");
    }
    unpacked();
    assertThat(folder.resolve("image/etc/image")).hasContent(ImageFolder.MARK);
    assertThat(folder.resolve("image/etc/dev/kept")).exists();
    assertThat(folder.resolve("image/a/proc/kept")).exists();
    for (final String name : List.of("dev/null", "proc/stat", "etc/hosts")) {
      assertThat(folder.resolve("image").resolve(name)).as(name).doesNotExist();
    }
    assertThat(folder.resolve("tmp/unpack.log")).doesNotExist();
  }

  @Test
  void anImageCanBeDeletedThoughItsFoldersAreReadOnly() throws Exception {
    write("usr/lib/file", "text");
    Files.setPosixFilePermissions(
        content.resolve("usr/lib"), PosixFilePermissions.fromString("r-xr-xr-x"));
    unpacked();
    assertThat(Files.getPosixFilePermissions(folder.resolve("image/usr/lib")))
        .containsAll(PosixFilePermissions.fromString("rwxr-x---"));
  }

  @Test
  void aDamagedImageIsTheJobsFaultAndNamed() throws Exception {
    Files.writeString(
        folder.resolve("image.tar"), "no archive, but long enough to be one".repeat(40));
    assertThatThrownBy(() -> ContainerImage.unpack(welcome("sh")))
        .isInstanceOf(ProgramError.class)
        .hasMessageStartingWith("the image 'debian.tar' cannot be unpacked: ")
        .hasMessageContaining("tar archive");
  }

  @Test
  void aNodeWithoutThemRunsNoImages() throws Exception {
    ImageFolder.archive(content, folder.resolve("image.tar"));
    assertThatThrownBy(
            () -> ContainerImage.unpack(welcome("sh").toBuilder().clearImageRoot().build()))
        .isInstanceOf(IOException.class)
        .hasMessage("this computer runs no container images");
  }

  @Test
  void aCommandRunsInItsOwnFolderWithTheImageAsItsRoot() throws Exception {
    ImageFolder.archive(content, folder.resolve("image.tar"));
    final ContainerImage image =
        ContainerImage.unpack(welcome("sh").toBuilder().setImageRoot("/container").build());
    assertThat(image.command(Path.of("/agent/task"), List.of("cat", "a b")))
        .containsExactly(
            "/usr/bin/nsenter", "--root=/container", "--wd=/container/agent/task", "cat", "a b");
  }

  private TaskEnded run(ContainerImage image, Welcome welcome) throws IOException {
    final TaskFolder tasks = TaskFolder.open(folder);
    final List<TaskEnded> ends = new ArrayList<>();
    final TaskTry task = TaskTry.newBuilder().setTask(0).build();
    // In a sandbox the folder is there by a mount.
    Files.createDirectories(Path.of(image.root() + TaskFolder.work(tasks.own(task)).toString()));
    new CommandRunner(
            welcome,
            TaskCommand.of(welcome.getBag(), tasks),
            tasks,
            Optional.of(image),
            SystemClock.INSTANCE)
        .run(task, ends::add);
    return ends.getFirst();
  }

  @Test
  void aProgramIsLookedForInTheImage() throws Exception {
    assumeThat(System.getProperty("user.name")).as("only root changes its root").isEqualTo("root");
    final ContainerImage image = unpacked();
    final Welcome welcome = welcome("sh", "-c", "cat /etc/image; echo \"$PATH $MINE\"");
    final Parameter own = Parameter.newBuilder().setName("MINE").setValue("1").build();
    assertThat(run(image, welcome.toBuilder().addParameters(own).build()).getError()).isEmpty();
    assertThat(folder.resolve("outputs/0.stdout"))
        .hasContent(ImageFolder.MARK + "\n" + ContainerImage.PATH + " 1");
    assertThat(run(image, welcome("java", "-version")).getError())
        .isEqualTo(
            "the program 'java' cannot be run: it is not in the image, and not among the job's"
                + " inputs (--input)");
    assertThat(run(image, welcome("/etc/image")).getError())
        .isEqualTo("the program '/etc/image' cannot be run: it is not a file that may be run");
    assertThat(run(image, welcome("sh", "-c", "exit 127")).getError()).isEqualTo("exit code 127");
  }
}
