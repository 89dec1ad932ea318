package io.lull.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.JobView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultComparisonTest {
  @TempDir private Path folder;
  private int results;

  private ResultComparison.Result result(String sum, Map<String, String> files) throws IOException {
    final Path own = Files.createDirectories(folder.resolve("r" + results++));
    final JobView.Builder job = JobView.newBuilder();
    if (!sum.isEmpty()) {
      job.addCheckValues(CheckValue.newBuilder().setName("sum").setValue(sum));
    }
    for (final Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(own.resolve(file.getKey()), file.getValue());
      job.addOutputs(Blob.newBuilder().setName(file.getKey()));
    }
    return new ResultComparison.Result(job.build(), own);
  }

  @Test
  void equalResultsHaveNoDifference() throws IOException {
    final Map<String, String> files = Map.of("a", "1 2 3", "b", "");
    assertThat(ResultComparison.difference(result("0.5", files), result("0.5", files))).isEmpty();
  }

  @Test
  void theFirstDifferenceIsNamed() throws IOException {
    final ResultComparison.Result one = result("0.5", Map.of("a", "1 2 3"));
    assertThat(ResultComparison.difference(result("0.5", Map.of("a", "1 2 4")), one))
        .isEqualTo("a differs from byte 4 on");
    assertThat(ResultComparison.difference(result("0.5", Map.of("b", "1 2 3")), one))
        .isEqualTo("the outputs are [b], those of one worker [a]");
    assertThat(ResultComparison.difference(result("0.6", Map.of("a", "1 2 3")), one))
        .isEqualTo("sum 0.6, and sum 0.5 on one worker");
    assertThat(ResultComparison.difference(result("", Map.of("a", "1 2 3")), one))
        .isEqualTo("the numbers of check values differ: [] and [sum]");
  }

  @Test
  void whatProgramsPrintIsNotCompared() throws IOException {
    assertThat(
            ResultComparison.difference(
                result("1", Map.of("log.txt", "12:00", "0.stderr", "x")),
                result("1", Map.of("log.txt", "13:00"))))
        .isEmpty();
    assertThat(ResultComparison.isEmpty(result("", Map.of("log.txt", "12:00")))).isTrue();
    assertThat(ResultComparison.isEmpty(result("1", Map.of()))).isFalse();
  }
}
