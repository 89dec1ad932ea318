package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.ImageFolder;
import io.lull.testkit.process.Leftovers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bags whose programs come with the job: in Python, by the commands of {@code docs/python.md}, and
 * in a container image. One grid for all tests.
 */
@Tag("system")
final class BroughtProgramsTest {
  private static final Path PAGE = Lull.root().resolve("docs/python.md");
  private static final String PYTHON = "/usr/bin/python3";
  private static final int TASKS = 20;
  private static final String WHEEL = "halves-1.0-py3-none-any.whl";
  private static final String MODULE = "def half(number):\n    return number / 2\n";
  private static final String WORK =
      "import sys\n\nimport halves\n\nprint(halves.half(int(sys.argv[1])))\n";

  @RegisterExtension static final Leftovers LEFTOVERS = new Leftovers();

  @TempDir static Path folder = Path.of("");
  private static BagGrid bags;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    LEFTOVERS.watch(folder);
    bags = BagGrid.start(folder);
  }

  @AfterAll
  static void close() throws IOException {
    bags.close();
  }

  private static String page() throws IOException {
    return Files.readString(PAGE);
  }

  /** A command of the page, without its inputs and its number of tasks. */
  private static String command(String part) throws IOException {
    final String line =
        page()
            .lines()
            .filter(each -> each.startsWith("lull submit --command '") && each.contains(part))
            .findFirst()
            .orElseThrow();
    final int begin = line.indexOf('\'') + 1;
    return line.substring(begin, line.indexOf('\'', begin));
  }

  private void run(ProcessBuilder program) throws IOException, InterruptedException {
    final Process process = program.directory(folder.toFile()).redirectErrorStream(true).start();
    final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  /** Each task has done well; what the job's first tasks printed. */
  private List<String> printed(String command, Path... inputs) throws IOException {
    final List<String> words =
        new ArrayList<>(
            List.of("--command", command, "--tasks", Integer.toString(TASKS), "--memory", "256M"));
    for (final Path input : inputs) {
      words.addAll(List.of("--input", input.toString()));
    }
    final String job = bags.submit(words.toArray(String[]::new));
    final JsonNode ended = bags.awaitEnd(job);
    assertThat(ended.path("tasks").path("done").asInt())
        .as(() -> ended.toPrettyString() + bags.grid().said())
        .isEqualTo(TASKS);
    assertThat(bags.fetched(job)).contains("0.stdout");
    final List<String> lines = new ArrayList<>();
    for (int task = 0; task < TASKS; task++) {
      lines.add(Files.readString(bags.output(job, task + ".stdout")).strip());
    }
    return lines;
  }

  @Tag("nightly")
  @Test
  void aProgramUsesNumPy() throws IOException, InterruptedException {
    assumeTrue(
        new ProcessBuilder(PYTHON, "-c", "import numpy").start().waitFor() == 0,
        "the system's Python has no NumPy");
    final String program = page().split("```python\n")[1].split("```")[0];
    final List<String> estimates =
        printed(command("estimate.py"), Files.writeString(folder.resolve("estimate.py"), program));
    assertThat(estimates.stream().mapToDouble(Double::parseDouble).average().orElseThrow())
        .isBetween(3.12, 3.16);
    assertThat(estimates).as("each has its own seed").doesNotHaveDuplicates();
  }

  @Tag("nightly")
  @Test
  void aWheelComesWithTheInputs() throws IOException {
    final Path wheel = folder.resolve(WHEEL);
    try (OutputStream file = Files.newOutputStream(wheel);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("halves.py"));
      zip.write(MODULE.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(printed(command(WHEEL), wheel, Files.writeString(folder.resolve("work.py"), WORK)))
        .startsWith("0.0", "0.5", "1.0");
  }

  @Test
  void aVirtualEnvironmentComesWithTheInputs() throws IOException, InterruptedException {
    run(new ProcessBuilder(PYTHON, "-m", "venv", "--without-pip", "venv"));
    try (var packages = Files.newDirectoryStream(folder.resolve("venv/lib"))) {
      final Path python = packages.iterator().next();
      Files.writeString(python.resolve("site-packages/halves.py"), MODULE);
    }
    run(new ProcessBuilder("tar", "czf", "venv.tar.gz", "venv"));
    assertThat(
            printed(
                command("venv.tar.gz"),
                folder.resolve("venv.tar.gz"),
                Files.writeString(folder.resolve("work.py"), WORK)))
        .startsWith("0.0", "0.5", "1.0");
  }

  private static JsonNode inImage(Path image, String command, int tasks) throws IOException {
    return bags.awaitEnd(
        bags.submit(
            "--image",
            image.toString(),
            "--command",
            command,
            "--tasks",
            Integer.toString(tasks),
            "--memory",
            "256M"));
  }

  @Test
  void tasksRunInTheirImageAndNothingOfTheNodeIsInIt() throws IOException {
    assumeTrue(
        bags.grid().node("pc1").path("images").asBoolean(),
        "this machine's agents run no container images");

    final Path content = folder.resolve("content");
    ImageFolder.fill(content, "sh", "cat", "ls");
    final Path image = ImageFolder.archive(content, folder.resolve("image.tar"));

    final JsonNode good =
        inImage(image, "sh -c 'cat /etc/image; ls /bin; echo $0 >own; ls' {index}", TASKS);
    assertThat(good.path("tasks").path("done").asInt())
        .as(() -> good.toPrettyString() + bags.grid().said())
        .isEqualTo(TASKS);
    final String job = good.path("id").asText();
    assertThat(bags.fetched(job)).contains("0.stdout", "7.own");
    assertThat(Files.readString(bags.output(job, "0.stdout")))
        .isEqualTo(ImageFolder.MARK + "\ncat\nls\nsh\nown\n");
    assertThat(Files.readString(bags.output(job, "7.own"))).isEqualTo("7\n");

    final JsonNode absent = inImage(image, "perl -v", 1);
    assertThat(absent.path("state").asText()).isEqualTo("failed");
    assertThat(absent.toString())
        .contains("the program 'perl' cannot be run: it is not in the image");
  }
}
