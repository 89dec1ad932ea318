package io.lull.client.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftTextTest {
  @TempDir Path folder = Path.of("");

  private JobDraft odd() {
    return new JobDraft(
        Map.of(
            SubmitOption.COMMAND,
            "convert '{}' -gamma \"2\\2\" #1",
            SubmitOption.WORKERS,
            "2:8",
            SubmitOption.MOLDABLE,
            "true",
            SubmitOption.NAME,
            "it's: \tmine"),
        Map.of("size", "201", "tolerance", "1e-6", "text", "- a: {b} 'c' \"d\""),
        List.of(folder.resolve("plates of ann.png"), folder.resolve("b.csv")));
  }

  @Test
  void aSpecificationIsReadAsTheDraftThatItWasMadeOf() throws IOException {
    final Path file = folder.resolve("job.yaml");
    Files.writeString(file, DraftText.specification(odd()));
    assertThat(SpecFile.read(file).draft()).isEqualTo(odd());
  }

  @Test
  void aCommandLineHasEveryWordAsAShellWouldReadIt() {
    assertThat(CommandLineParser.split(DraftText.command(odd())))
        .containsExactly(
            "lull",
            "submit",
            "--name",
            "it's: \tmine",
            "--workers",
            "2:8",
            "--moldable",
            "--command",
            "convert '{}' -gamma \"2\\2\" #1",
            "--param",
            "size=201",
            "--param",
            "text=- a: {b} 'c' \"d\"",
            "--param",
            "tolerance=1e-6",
            "--input",
            folder.resolve("plates of ann.png").toString(),
            "--input",
            folder.resolve("b.csv").toString());
  }
}
