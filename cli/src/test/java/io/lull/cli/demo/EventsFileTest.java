package io.lull.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.local.LocalFolder;
import io.lull.cli.local.NodeNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventsFileTest {
  @TempDir private Path folder;

  @Test
  void knowsWhoseOwnerIsThereFromTheStart() throws IOException {
    final Path file =
        Files.writeString(
            folder.resolve("day.txt"),
            """
            # a morning
            0 birch stay   # before work
            2.5 1 input
            5 birch leave
            7 alder cpu 0.5 3
            9 2 kill
            0 alder lock
            """);
    final EventsFile story = EventsFile.read(file, NodeNames.first(2));
    assertThat(story.startsAtDesk(0)).isFalse();
    assertThat(story.startsAtDesk(1)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 alder|is not SECONDS NODE EVENT [VALUE]",
        "x alder input|has the time 'x', not a number from 0 to 86400",
        "-1 alder input|has the time '-1', not a number from 0 to 86400",
        "1 oak input|names the node 'oak': give 1 to 2, or one of alder, birch",
        "1 3 input|names the node '3': give 1 to 2, or one of alder, birch",
        "1 alder dance|has the event 'dance': use one of battery, cpu, input, kill, leave, lock,"
            + " mains, stay, typing, unlock",
        "1 alder typing|gives 0 values to typing, which takes 1",
        "1 alder cpu 0.5 x|has the value 'x', not a number from 0 to 86400"
      })
  void refusesALineWithItsNumberAndTheRemedy(String line, String fault) throws IOException {
    final Path file = Files.writeString(folder.resolve("bad.txt"), "\n" + line + "\n");
    assertRefused(() -> EventsFile.read(file, NodeNames.first(2)), "bad.txt line 2 " + fault);
  }

  @Test
  void refusesAFileThatIsNotThere() {
    assertThatThrownBy(() -> EventsFile.read(folder.resolve("none"), NodeNames.first(2)))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("cannot be read as text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2|100|50|--nodes 2 is out of range: use 3 to 16",
        "17|100|50|--nodes 17 is out of range: use 3 to 16",
        "4|15|50|--size 15 is out of range: use 16 to 10001",
        "4|20000|50|--size 20000 is out of range: use 16 to 10001",
        "4|100|3|--iterations 3 is out of range: use 20 to 1000000"
      })
  void refusesOptionsThatNoStoryCanBePlayedWith(int nodes, int size, long iterations, String line) {
    assertRefused(
        () -> new DemoOptions(nodes, size, OptionalLong.of(iterations), null, null, null, false),
        line);
  }

  @Test
  void refusesAReportThatCannotBeWrittenBeforeAnythingStarts() {
    final Path report = folder.resolve("no/such/report.json");
    assertRefused(
        () -> new DemoOptions(4, 100, OptionalLong.empty(), null, report, null, false),
        "--json " + report + " cannot be written: its folder does not exist; create it first");
  }

  @Test
  void neitherUsesNorEmptiesAFolderThatHoldsSomething() throws IOException {
    final Path mine = Files.writeString(folder.resolve("mine"), "x");
    assertRefused(
        () -> LocalFolder.of(folder), "--keep " + folder + " is not empty: choose a new folder");
    assertThat(mine).exists();
  }

  @Test
  void removesItsOwnFolderAndLeavesOneThatIsToBeKept() throws IOException {
    final Path gone;
    try (LocalFolder own = LocalFolder.of(null)) {
      gone = own.path();
      Files.writeString(Files.createDirectories(gone.resolve("a/b")).resolve("c"), "x");
    }
    assertThat(gone).doesNotExist();
    final Path keep = folder.resolve("keep");
    try (LocalFolder kept = LocalFolder.of(keep)) {
      Files.writeString(kept.path().resolve("c"), "x");
    }
    assertThat(keep.resolve("c")).exists();
  }

  private interface Attempt {
    Object make() throws IOException;
  }

  private static void assertRefused(Attempt attempt, String line) {
    assertThatThrownBy(attempt::make)
        .isInstanceOf(CommandFailure.class)
        .hasMessage(line)
        .extracting(failure -> ((CommandFailure) failure).code())
        .isEqualTo(ExitCode.BAD_INPUT);
  }
}
