package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateFaultsCommandTest {
  private static final String JOBS = "\"jobs\":[{\"atMs\":2000,\"minWorkers\":1,\"maxWorkers\":2}]";

  /**
   * The store loses the write by which a job is accepted, and then its only coordinator is killed.
   */
  private static final String LOSSES =
      "{\"seed\":1,\"coordinators\":1,\"nodes\":2,"
          + JOBS
          + ",\"faults\":["
          + "{\"atMs\":2000,\"kind\":\"store-loss\",\"subject\":1,\"lastsMs\":0},"
          + "{\"atMs\":2120,\"kind\":\"coordinator-crash\",\"subject\":1,\"lastsMs\":500}]}";

  @TempDir private Path folder = Path.of("");
  private Terminal terminal = new Terminal(null, folder);

  @BeforeEach
  void sitDown() {
    terminal = new Terminal(null, folder);
  }

  @Test
  void historiesOfManySeedsAreCountedTheSameEachTime() throws IOException {
    terminal.type("simulate faults --seeds 6 --first 40 --json found.json");
    assertThat(terminal.code()).as(terminal.out() + terminal.err()).isZero();
    assertThat(terminal.out())
        .startsWith("histories: 6, of seeds 40 to 45, ")
        .contains("all holds", "start by scheduler");
    final byte[] json = Files.readAllBytes(folder.resolve("found.json"));
    final JsonNode found = new ObjectMapper().readTree(json);
    assertThat(found.path("first").asInt()).isEqualTo(40);
    assertThat(found.path("seeds").asInt()).isEqualTo(6);
    assertThat(found.path("failed").asInt()).isZero();
    assertThat(found.path("changes").path("end by scheduler").asInt()).isEqualTo(6);
    assertThat(found.path("situations").path("met").asInt()).isGreaterThan(20);
    assertThat(found.path("situations").path("rarest").size()).isEqualTo(20);
    assertThat(terminal.out()).contains("situations: ", " in one history only");
    terminal.type("simulate faults --seeds 6 --first 40 --json found.json");
    assertThat(folder.resolve("found.json")).hasBinaryContent(json);
  }

  @Test
  void aHistoryThatDoesNotHoldIsReplayedFromAFile() throws IOException {
    Files.writeString(folder.resolve("losses.json"), LOSSES);
    terminal.type("simulate faults --replay losses.json --json again.json");
    assertThat(terminal.code()).as(terminal.out() + terminal.err()).isEqualTo(1);
    assertThat(terminal.out())
        .contains("1 coordinator, 2 nodes", "store-loss", "the store forgets a write")
        .contains("does not hold: ");
    final String first = terminal.out();
    terminal.type("simulate faults --replay again.json");
    assertThat(terminal.out()).isEqualTo(first);
  }

  @Test
  void badInputIsRefusedInOneLine() throws IOException {
    Files.writeString(folder.resolve("words.json"), "words");
    Files.writeString(
        folder.resolve("kind.json"), LOSSES.replace("coordinator-crash", "coordinator-sleep"));
    Files.writeString(folder.resolve("many.json"), LOSSES.replace("\"nodes\":2", "\"nodes\":200"));
    assertRefused("", "give one of --seeds N, --replay FILE and --shrink HISTORY");
    assertRefused("--seeds 1 --shrink 2", "give one of --seeds N, --replay FILE and --shrink");
    assertRefused("--seeds 0", "--seeds: from 1 to 10000000, not 0");
    assertRefused("--shrink 3 --first 2", "--first is the first of several: give --seeds N, too");
    assertRefused("--replay none.json", "--replay: no such file: ");
    assertRefused("--replay words.json", "words.json is no plan of faults: this is not JSON");
    assertRefused("--replay kind.json", "'coordinator-sleep' is no kind of fault");
    assertRefused("--replay many.json", "a grid has 1 to 100 coordinators and as many nodes");
    assertRefused("--shrink 40", "--shrink 40: all holds in this history: there is nothing to");
    assertRefused("--shrink 40.x", "'40.x' is no history: give a seed, or seeds with points");
    assertRefused(
        "--shrink 1.2.3.4.5.6.7.8.9.10", "a history has a seed, and those of at most 8 changes");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"atMs\":2120', '\"atMs\":-1', 'a fault at -1 ms is out of range'",
    "'\"lastsMs\":500', '\"lastsMs\":\"long\"', '''lastsMs'' must be a whole number'",
    "'\"subject\":1', '\"subject\":0', '''subject'' must be a whole number from 1'",
    "'\"seed\"', '\"sead\"', '''sead'' is no field of a plan'",
    "'\"maxWorkers\":2', '\"model\":\"cloud\",\"maxWorkers\":2', '''cloud'' is no model of a job'",
    "'\"maxWorkers\":2', '\"maxWorkers\":0', '''maxWorkers'' must be a whole number from 1'",
  })
  void eachFieldOfAPlanIsChecked(String right, String wrong, String line) throws IOException {
    Files.writeString(folder.resolve("plan.json"), LOSSES.replace(right, wrong));
    assertRefused("--replay plan.json", line);
  }

  private void assertRefused(String options, String line) {
    terminal.type(("simulate faults " + options).strip());
    assertThat(terminal.err()).contains(line);
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
  }
}
