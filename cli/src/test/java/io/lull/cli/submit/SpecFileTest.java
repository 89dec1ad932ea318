package io.lull.cli.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.cli.exit.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecFileTest {
  @TempDir private Path folder = Path.of("");

  private JobDraft read(String name, String text) throws IOException {
    final Path file = folder.resolve(name);
    Files.writeString(file, text);
    return SpecFile.read(file);
  }

  @Test
  void jsonAndHoconSayTheSame() throws IOException {
    final JobDraft json =
        read(
            "a.json",
            """
            {"app": "jacobi", "workers": "2:8", "param": {"size": 2001, "tolerance": 1e-6},
             "input": ["in/plates.png"], "priority": 3, "output": "out"}
            """);
    final JobDraft hocon =
        read(
            "a.conf",
            """
            app = jacobi, workers { min = 2, max = 8 }
            param { size = 2001, tolerance = 1e-6 } # as precise as that
            input = in/plates.png
            priority = 3
            output = out
            """);
    assertThat(hocon).isEqualTo(json);
    assertThat(json.word(Word.WORKERS)).isEqualTo("2:8");
    assertThat(json.parameters()).containsEntry("size", "2001");
    assertThat(Double.parseDouble(json.parameters().get("tolerance"))).isEqualTo(1e-6);
    assertThat(json.inputs()).containsExactly(folder.resolve("in/plates.png"));
    assertThat(json.path(Word.OUTPUT)).isEqualTo(folder.resolve("out"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ap: jacobi            | has 'ap', which is no key: the keys are app, jar
          app: [jacobi]         | 'app' in
          param: 3              | 'param' in
          workers: {min: 2}     | 'workers' in
          app: {                | neither JSON nor HOCON
          input: [{a: b}]       | 'input' in
          """)
  void whatIsWrongIsSaidInOneLine(String text, String line) {
    assertThatThrownBy(() -> read("a.conf", text))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(line)
        .extracting(Throwable::getMessage)
        .asString()
        .startsWith("--spec: ")
        .doesNotContain("\n");
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    final Path file = folder.resolve("a.conf");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> SpecFile.read(file)).hasMessageContaining("is not text in UTF-8");
  }
}
