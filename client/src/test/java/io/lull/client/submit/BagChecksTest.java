package io.lull.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.Bag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BagChecksTest {
  @TempDir private Path folder = Path.of("");

  private static JobPlan check(Map<Word, String> words) {
    return JobChecks.check(new JobDraft(words, Map.of(), List.of()));
  }

  private static void assertRefused(Map<Word, String> words, String line) {
    final Map<Word, String> all = new EnumMap<>(words);
    all.putIfAbsent(Word.COMMAND, "render {}");
    assertThatThrownBy(() -> check(all))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining(line);
  }

  @Test
  void aCommandIsOneTaskNamedAfterItsProgram() {
    final JobPlan plan = check(Map.of(Word.COMMAND, "./bin/render.sh --frame {index}"));
    assertThat(plan.spec().getName()).isEqualTo("render.sh");
    assertThat(plan.spec().getBag())
        .isEqualTo(
            Bag.newBuilder()
                .addCommand("./bin/render.sh")
                .addCommand("--frame")
                .addCommand("{index}")
                .setTasks(1)
                .build());
  }

  @Test
  void eachLineOfAFileIsATask() throws IOException {
    final Path lines = Files.writeString(folder.resolve("lines"), "a\nb b\n\nd");
    final JobPlan plan =
        check(
            Map.of(
                Word.COMMAND,
                "echo {}",
                Word.EACH,
                lines.toString(),
                Word.TASK_TIME,
                "90s",
                Word.RETRIES,
                "2"));
    assertThat(plan.lines()).isEqualTo(lines);
    assertThat(plan.spec().getBag().getTasks()).isEqualTo(4);
    assertThat(plan.spec().getBag().getTaskMillis()).isEqualTo(90_000);
    assertThat(plan.spec().getBag().getRetries()).isEqualTo(2);
  }

  /** A jar with one class. */
  private Path jar() throws IOException {
    final Path file = folder.resolve("tasks.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new JarEntry("org/example/Frame.class"));
    }
    return file;
  }

  @Test
  void aClassOfAJarIsTasksWhereItIsSaidHowMany() throws IOException {
    final Path jar = jar();
    final JobPlan plan =
        JobChecks.check(
            new JobDraft(
                Map.of(
                    Word.JAR,
                    jar.toString(),
                    Word.MAIN,
                    "org.example.Frame",
                    Word.TASKS,
                    "250",
                    Word.RETRIES,
                    "1"),
                Map.of("depth", "3"),
                List.of()));
    assertThat(plan.program()).isEqualTo(jar);
    assertThat(plan.spec().getName()).isEqualTo("Frame");
    assertThat(plan.spec().getMainClass()).isEqualTo("org.example.Frame");
    assertThat(plan.spec().getParametersCount()).isEqualTo(1);
    assertThat(plan.spec().getBag())
        .isEqualTo(Bag.newBuilder().setTasks(250).setRetries(1).build());
  }

  @Test
  void tasksOfAClassThatCannotBeAreRefusedInOneLine() throws IOException {
    final Map<Word, String> tasks =
        Map.of(Word.JAR, jar().toString(), Word.MAIN, "org.example.Frame", Word.TASKS, "5");
    assertClassRefused(
        tasks, Map.of(Word.APP, "jacobi"), "go with --command, or with --jar and --main");
    assertClassRefused(tasks, Map.of(Word.CODE, "2:3"), "--code: tasks keep no checkpoints");
    assertClassRefused(tasks, Map.of(Word.MOLDABLE, "true"), "--moldable: tasks do not mind");
    assertClassRefused(tasks, Map.of(Word.MAIN, "org.example.Film"), "has no class org.example");
    assertClassRefused(tasks, Map.of(Word.TASKS, "0"), "--tasks: from 1 to 10000, not 0");
    final Map<Word, String> program = new EnumMap<>(tasks);
    program.remove(Word.TASKS);
    assertClassRefused(program, Map.of(Word.RETRIES, "2"), "beside --jar say how many");
    program.remove(Word.MAIN);
    assertClassRefused(program, Map.of(Word.TASKS, "2"), "--main: name the program's class");
  }

  private static void assertClassRefused(
      Map<Word, String> words, Map<Word, String> more, String line) {
    final Map<Word, String> all = new EnumMap<>(words);
    all.putAll(more);
    assertThatThrownBy(() -> check(all))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining(line)
        .message()
        .hasLineCount(1);
  }

  @Test
  void whatCannotBeIsRefusedInOneLine() throws IOException {
    final Path lines = Files.writeString(folder.resolve("lines"), "a\n");
    final Path none = Files.writeString(folder.resolve("none"), "");
    final Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 10});
    final Path many = Files.writeString(folder.resolve("many"), "\n".repeat(10_001));
    assertRefused(Map.of(Word.TASKS, "0"), "--tasks: from 1 to 10000, not 0");
    assertRefused(Map.of(Word.TASKS, "many"), "--tasks: 'many' is not a whole number");
    assertRefused(
        Map.of(Word.TASKS, "2", Word.EACH, lines.toString()),
        "--tasks and --each exclude each other");
    assertRefused(Map.of(Word.EACH, folder.resolve("x").toString()), "--each: there is no file");
    assertRefused(Map.of(Word.EACH, none.toString()), "has no line");
    assertRefused(Map.of(Word.EACH, binary.toString()), "is not text in UTF-8");
    assertRefused(Map.of(Word.EACH, many.toString()), "has 10001 lines");
    assertRefused(Map.of(Word.TASK_TIME, "0s"), "--task-time: more than nothing");
    assertRefused(Map.of(Word.RETRIES, "-1"), "--retries: from 0 to 100");
    assertRefused(Map.of(Word.APP, "jacobi"), "--app and --command exclude each other");
    assertRefused(Map.of(Word.CODE, "2:3"), "--code and --command exclude each other");
    assertRefused(Map.of(Word.COMMAND, "echo 'x"), "--command: the quote ' is not closed");
    assertThatThrownBy(() -> check(Map.of(Word.TASKS, "5", Word.APP, "jacobi")))
        .hasMessageContaining("go with --command");
  }
}
