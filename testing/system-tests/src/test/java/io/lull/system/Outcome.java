package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * How a command of Lull ended.
 *
 * @param output standard output
 * @param errors the lines of standard error
 */
record Outcome(String command, int exitCode, String output, List<String> errors) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** It did what it was asked. */
  Outcome good() {
    assertThat(exitCode).as("exit code of %s:\n%s\n%s", command, output, errors).isZero();
    return this;
  }

  /**
   * It refused with this exit code and one line that says why, in which the expression is found.
   */
  Outcome refused(int code, String expression) {
    assertThat(exitCode).as("exit code of %s:\n%s\n%s", command, output, errors).isEqualTo(code);
    assertThat(
            errors.stream()
                .filter(line -> !line.isBlank())
                .filter(line -> !line.startsWith("sending ")))
        .as("one clear line of %s", command)
        .hasSize(1)
        .first()
        .asString()
        .containsPattern(expression)
        .hasSizeLessThan(400);
    return this;
  }

  /** Exactly one JSON document on standard output. */
  JsonNode json() {
    try {
      return JSON.reader()
          .with(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .readTree(output);
    } catch (JsonProcessingException e) {
      throw new AssertionError(command + " did not print one JSON document:\n" + output, e);
    }
  }
}
