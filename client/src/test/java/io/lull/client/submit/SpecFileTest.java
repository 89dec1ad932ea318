package io.lull.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.client.ClientFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecFileTest {
  @TempDir private Path folder = Path.of("");

  private JobDraft read(String name, String text) throws IOException {
    final Path file = folder.resolve(name);
    Files.writeString(file, text);
    return SpecFile.read(file).draft();
  }

  @Test
  void jsonAndYamlSayTheSame() throws IOException {
    final JobDraft json =
        read(
            "a.json",
            """
            {"app": "jacobi", "workers": "2:8", "param": {"size": 2001, "tolerance": 1e-6},
             "input": ["in/plates.png"], "priority": 3, "output": "out"}
            """);
    final JobDraft yaml =
        read(
            "a.yaml",
            """
            app: jacobi
            workers: {min: 2, max: 8}
            param: # as precise as that
              size: 2001
              tolerance: 1e-6
            input: in/plates.png
            priority: 3
            output: out
            """);
    assertThat(yaml).isEqualTo(json);
    assertThat(json.word(SubmitOption.WORKERS)).isEqualTo("2:8");
    assertThat(json.parameters()).containsEntry("size", "2001");
    assertThat(Double.parseDouble(json.parameters().get("tolerance"))).isEqualTo(1e-6);
    assertThat(json.inputs()).containsExactly(folder.resolve("in/plates.png"));
    assertThat(json.path(SubmitOption.OUTPUT)).isEqualTo(folder.resolve("out"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ap: jacobi            | line 2: 'ap' is not a key: the keys are app, jar
          app: [jacobi]         | line 2: 'app' must be one text or number
          app:                  | line 2: 'app' must be one text or number
          param: 3              | line 2: 'param' must be keys and values
          param: {a: 1, a: 2}   | line 2: 'param.a' is repeated
          moldable: [1]         | line 2: 'moldable' must be one text or number
          name: x               | line 2: 'name' is repeated after line 1
          workers: {min: 2}     | line 2: 'workers' must be "MIN:MAX", a number, or {min, max}
          workers: [1, 2]       | line 2: 'workers' must be "MIN:MAX", a number, or {min, max}
          app: {                | invalid YAML
          input: [{a: b}]       | line 2: 'input' must be one text or number
          """)
  void whatIsWrongIsSaidInOneLine(String text, String line) {
    assertThatThrownBy(() -> read("a.yaml", "name: mine\n" + text + "\n"))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining(line)
        .extracting(Throwable::getMessage)
        .asString()
        .startsWith("--spec: ")
        .doesNotContain("\n");
  }

  @Test
  void aComplaintAboutAValueNamesItsLine() throws IOException {
    final Path file = Files.writeString(folder.resolve("a.yaml"), "app: life\nworkers: 8:2\n");
    final SpecFile spec = SpecFile.read(file);
    final JobDraft none = new JobDraft(Map.of(), Map.of(), List.of());
    final ClientFailure complaint =
        catchThrowableOfType(ClientFailure.class, () -> JobChecks.check(spec.draft()));
    assertThat(spec.located(complaint, none).line())
        .isEqualTo(
            "--spec: "
                + file
                + ", line 2: workers: the minimum, 8, is above the maximum, 2: write MIN:MAX, such"
                + " as 2:8");
    final JobDraft beside = new JobDraft(Map.of(SubmitOption.WORKERS, "9:3"), Map.of(), List.of());
    assertThat(spec.located(complaint, beside)).isSameAs(complaint);
  }

  @Test
  void aCommandAndItsPredecessorsMayBeLists() throws IOException {
    final JobDraft draft =
        read(
            "a.yaml",
            """
            command: [sh, -c, "echo it's $0", "{}"]
            tasks: 12
            after: [J1, J2]
            task-time: 90s
            """);
    final JobPlan plan = JobChecks.check(draft);
    assertThat(plan.spec().getBag().getCommandList())
        .containsExactly("sh", "-c", "echo it's $0", "{}");
    assertThat(plan.spec().getAfterList()).containsExactly("J1", "J2");
  }

  @Test
  void theWholeFileIsKeysAndValues() {
    assertThatThrownBy(() -> read("a.yaml", "- app\n- jacobi\n"))
        .hasMessageContaining("line 1: a job needs keys and values");
  }

  /** What is published for editors names every key, and none that is not. */
  @Test
  void theSchemaHasTheSameKeys() throws IOException {
    final JsonNode schema =
        new ObjectMapper().readTree(Path.of("../docs/job.schema.json").toFile());
    final List<String> keys = new ArrayList<>();
    schema.path("properties").fieldNames().forEachRemaining(keys::add);
    assertThat(keys).containsExactlyInAnyOrderElementsOf(SpecFile.KEYS);
    assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
    assertThat(schema.path("properties"))
        .allSatisfy(property -> assertThat(property.path("description").asText()).isNotEmpty());
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    final Path file = folder.resolve("a.yaml");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> SpecFile.read(file)).hasMessageContaining("is not UTF-8 text");
  }
}
