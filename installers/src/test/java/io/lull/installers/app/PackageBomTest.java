package io.lull.installers.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageBomTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final String WHOLE =
      """
      {"specVersion": "1.6", "metadata": {"component": {"type": "library", "name": "own", "version": "1",
        "purl": "pkg:maven/g/own@1?type=jar", "bom-ref": "own"}}, "components": [
        {"type": "library", "name": "a", "version": "1", "purl": "pkg:maven/g/a@1?type=jar", "bom-ref": "a",
         "hashes": [{"alg": "MD5", "content": "0"}]},
        {"type": "library", "name": "b", "version": "2", "bom-ref": "b",
         "purl": "pkg:maven/g/b@2?classifier=linux&type=jar"},
        {"type": "library", "name": "c", "version": "3", "purl": "pkg:maven/g/c@3?type=jar", "bom-ref": "c"}],
       "dependencies": [{"ref": "a", "dependsOn": ["c", "b"]}, {"ref": "c", "dependsOn": []}]}
      """;

  @TempDir Path folder;

  @BeforeEach
  void aPackageWithTwoOfThree() throws Exception {
    Files.createDirectories(folder.resolve("lib"));
    Files.createDirectories(folder.resolve("runtime"));
    Files.writeString(folder.resolve("lib/a-1.jar"), "a");
    Files.writeString(folder.resolve("lib/b-2-linux.jar"), "b");
    Files.writeString(folder.resolve("lib/own-1.jar"), "own");
    Files.writeString(
        folder.resolve("runtime/release"),
        """
        IMPLEMENTOR="Somebody"
        JAVA_RUNTIME_VERSION="25+1"
        MODULES="java.base java.sql"
        """);
  }

  private String made() throws Exception {
    return new PackageBom(new ObjectMapper().readTree(WHOLE), folder).text("lull", "1.0", AT);
  }

  @Test
  void listsWhatIsInThePackageWithItsOwnChecksumsAndTheRuntime() throws Exception {
    final JsonNode bom = new ObjectMapper().readTree(made());
    assertThat(bom.at("/components")).hasSize(4);
    assertThat(bom.at("/components/0/name").asText()).isEqualTo("a");
    assertThat(bom.at("/components/0/hashes")).hasSize(1);
    assertThat(bom.at("/components/0/hashes/0/content").asText())
        .isEqualTo("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
    assertThat(bom.at("/components/1/name").asText()).isEqualTo("b");
    assertThat(bom.at("/components/3/version").asText()).isEqualTo("25+1");
    assertThat(bom.at("/components/3/properties")).hasSize(2);
    assertThat(bom.at("/dependencies/0/dependsOn")).hasSize(4);
    assertThat(bom.at("/dependencies/1/dependsOn")).hasSize(1);
    assertThat(bom.at("/metadata/component/name").asText()).isEqualTo("lull");
  }

  @Test
  void theSameFilesGiveTheSameBytes() throws Exception {
    final String first = made();
    assertThat(made()).isEqualTo(first);
    Files.writeString(folder.resolve("lib/a-1.jar"), "another");
    assertThat(made()).isNotEqualTo(first);
  }

  @Test
  void aJarThatNoBuildFileNamesIsRefused() throws Exception {
    Files.writeString(folder.resolve("lib/stray-9.jar"), "?");
    assertThatThrownBy(this::made)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stray-9.jar");
  }
}
