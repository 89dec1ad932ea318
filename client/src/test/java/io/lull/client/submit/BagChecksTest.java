package io.lull.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BagChecksTest {
  @TempDir private Path folder = Path.of("");

  private static JobPlan check(Map<SubmitOption, String> words) {
    return JobChecks.check(new JobDraft(words, Map.of(), List.of()));
  }

  private static void assertRefused(Map<SubmitOption, String> words, String line) {
    final Map<SubmitOption, String> all = new EnumMap<>(words);
    all.putIfAbsent(SubmitOption.COMMAND, "render {}");
    assertThatThrownBy(() -> check(all))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining(line);
  }

  @Test
  void aCommandIsOneTaskNamedAfterItsProgram() {
    final JobPlan plan = check(Map.of(SubmitOption.COMMAND, "./bin/render.sh --frame {index}"));
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
                SubmitOption.COMMAND,
                "echo {}",
                SubmitOption.EACH,
                lines.toString(),
                SubmitOption.TASK_TIME,
                "90s",
                SubmitOption.RETRIES,
                "2"));
    assertThat(plan.lines()).isEqualTo(lines);
    assertThat(plan.spec().getBag().getTasks()).isEqualTo(4);
    assertThat(plan.spec().getBag().getTaskMillis()).isEqualTo(90_000);
    assertThat(plan.spec().getBag().getRetries()).isEqualTo(2);
  }

  @Test
  void replicatedTasksNeedAsManyWorkers() {
    final Map<SubmitOption, String> tasks =
        Map.of(SubmitOption.COMMAND, "render {}", SubmitOption.TASKS, "5");
    assertThat(replicated(tasks, Map.of()).getMinWorkers()).isEqualTo(1);
    final JobSpec twice = replicated(tasks, Map.of(SubmitOption.REPLICATE, "2"));
    assertThat(twice.getBag().getReplicas()).isEqualTo(2);
    assertThat(twice.getMinWorkers()).isEqualTo(2);
    assertThat(
            replicated(tasks, Map.of(SubmitOption.REPLICATE, "2", SubmitOption.WORKERS, "3:8"))
                .getMinWorkers())
        .isEqualTo(3);
    assertThatThrownBy(() ->
            replicated(tasks, Map.of(SubmitOption.REPLICATE, "3", SubmitOption.WORKERS, "2:8")))
        .hasMessage("--replicate 3 needs as many workers: give --workers 3:N");
    assertThatThrownBy(() -> replicated(tasks, Map.of(SubmitOption.REPLICATE, "6")))
        .hasMessage("--replicate: from 1 to 5, not 6");
    assertThatThrownBy(() ->
            replicated(Map.of(SubmitOption.APP, "jacobi"), Map.of(SubmitOption.REPLICATE, "2")))
        .hasMessageContaining("--replicate need");
  }

  private static JobSpec replicated(
      Map<SubmitOption, String> tasks, Map<SubmitOption, String> more) {
    final Map<SubmitOption, String> words = new EnumMap<>(tasks);
    words.putAll(more);
    return JobChecks.check(new JobDraft(words, Map.of(), List.of())).spec();
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
                    SubmitOption.JAR,
                    jar.toString(),
                    SubmitOption.MAIN,
                    "org.example.Frame",
                    SubmitOption.TASKS,
                    "250",
                    SubmitOption.RETRIES,
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
    final Map<SubmitOption, String> tasks =
        Map.of(
            SubmitOption.JAR,
            jar().toString(),
            SubmitOption.MAIN,
            "org.example.Frame",
            SubmitOption.TASKS,
            "5");
    assertClassRefused(
        tasks, Map.of(SubmitOption.APP, "jacobi"), "need --command, or --jar and --main");
    assertClassRefused(
        tasks, Map.of(SubmitOption.CODE, "2:3"), "--code: tasks keep no checkpoints");
    assertClassRefused(
        tasks, Map.of(SubmitOption.MOLDABLE, "true"), "--moldable: tasks run on any");
    assertClassRefused(
        tasks, Map.of(SubmitOption.MAIN, "org.example.Film"), "has no class org.example");
    assertClassRefused(tasks, Map.of(SubmitOption.TASKS, "0"), "--tasks: from 1 to 10000, not 0");
    final Map<SubmitOption, String> program = new EnumMap<>(tasks);
    program.remove(SubmitOption.TASKS);
    assertClassRefused(program, Map.of(SubmitOption.RETRIES, "2"), "with --jar also give --tasks");
    program.remove(SubmitOption.MAIN);
    assertClassRefused(program, Map.of(SubmitOption.TASKS, "2"), "--jar also needs --main");
  }

  private static void assertClassRefused(
      Map<SubmitOption, String> words, Map<SubmitOption, String> more, String line) {
    final Map<SubmitOption, String> all = new EnumMap<>(words);
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
    assertRefused(Map.of(SubmitOption.TASKS, "0"), "--tasks: from 1 to 10000, not 0");
    assertRefused(Map.of(SubmitOption.TASKS, "many"), "--tasks: 'many' is not a whole number");
    assertRefused(
        Map.of(SubmitOption.TASKS, "2", SubmitOption.EACH, lines.toString()),
        "--tasks and --each exclude each other");
    assertRefused(
        Map.of(SubmitOption.EACH, folder.resolve("x").toString()), "--each: no such file");
    assertRefused(Map.of(SubmitOption.EACH, none.toString()), "is empty");
    assertRefused(Map.of(SubmitOption.EACH, binary.toString()), "is not UTF-8 text");
    assertRefused(Map.of(SubmitOption.EACH, many.toString()), "has 10001 lines");
    assertRefused(Map.of(SubmitOption.TASK_TIME, "0s"), "--task-time must be positive");
    assertRefused(Map.of(SubmitOption.RETRIES, "-1"), "--retries: from 0 to 100");
    assertRefused(Map.of(SubmitOption.APP, "jacobi"), "--app and --command exclude each other");
    assertRefused(Map.of(SubmitOption.CODE, "2:3"), "--code and --command exclude each other");
    assertRefused(Map.of(SubmitOption.COMMAND, "echo 'x"), "--command: the quote ' is not closed");
    assertThatThrownBy(() -> check(Map.of(SubmitOption.TASKS, "5", SubmitOption.APP, "jacobi")))
        .hasMessageContaining("need --command");
  }

  /** Made by the system's tar, as container tools do. */
  private Path archive(String name, String... files) throws Exception {
    final Path content = Files.createDirectory(folder.resolve(name + " content"));
    for (final String each : files) {
      final Path file = content.resolve(each);
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, each.repeat(100));
    }
    final Path archive = folder.resolve(name);
    final Process tar =
        new ProcessBuilder(
                "tar",
                name.endsWith(".gz") ? "-cz" : "-c",
                "--sort=name",
                "-f",
                archive.toString(),
                "-C",
                content.toString(),
                ".")
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
    return archive;
  }

  @Test
  void anImageIsTheArchiveOfARootFolder() throws Exception {
    for (final String name : List.of("image.tar", "image.tar.gz")) {
      final Path image = archive(name, "bin/sh", "etc/passwd", "usr/lib/a");
      final JobPlan plan =
          check(Map.of(SubmitOption.COMMAND, "mafft {}", SubmitOption.IMAGE, image.toString()));
      assertThat(plan.image()).isEqualTo(image);
    }
  }

  @Test
  void anImageThatNodesCouldNotUseIsRefused() throws Exception {
    final Path layers = archive("layers.tar", "blobs/sha256/a", "index.json", "oci-layout");
    assertRefused(
        Map.of(SubmitOption.IMAGE, layers.toString()),
        "holds an image's layers: export its root folder instead, with podman create");
    final Path text = Files.writeString(folder.resolve("text"), "x".repeat(5000));
    final String none = "is not a tar archive of a root folder";
    assertRefused(Map.of(SubmitOption.IMAGE, text.toString()), none);
    assertRefused(
        Map.of(SubmitOption.IMAGE, Files.createFile(folder.resolve("empty")).toString()), none);
    assertRefused(Map.of(SubmitOption.IMAGE, archive("flat.tar", "a", "b").toString()), none);
    final byte[] whole = Files.readAllBytes(archive("whole.tar", "usr/a", "usr/b"));
    final Path part = folder.resolve("part.tar");
    Files.write(part, Arrays.copyOf(whole, 512 * 3 + 100));
    assertRefused(Map.of(SubmitOption.IMAGE, part.toString()), "is not complete");
    assertRefused(
        Map.of(SubmitOption.IMAGE, folder.resolve("none").toString()), "--image: no such file");
  }

  @Test
  void anImageIsForCommands() throws Exception {
    final Path image = archive("image.tar", "usr/a");
    assertThatThrownBy(() ->
            check(
                Map.of(
                    SubmitOption.JAR,
                    "tasks.jar",
                    SubmitOption.MAIN,
                    "Frame",
                    SubmitOption.TASKS,
                    "2",
                    SubmitOption.IMAGE,
                    image.toString())))
        .hasMessage("--image needs --command: a program in Java runs on Lull's own Java");
  }
}
