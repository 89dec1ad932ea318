package io.lull.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** A program that Lull is measured beside, which prints its figures as a line of JSON. */
public final class PeerProgram {
  private PeerProgram() {}

  /**
   * Runs it to its end.
   *
   * @param command and its own words
   * @param options added to them
   * @param field of the figure that is wanted
   * @throws IOException when it fails, or prints no such field
   */
  public static double figure(List<String> command, List<String> options, String field)
      throws IOException, InterruptedException {
    return figures(command, options, field).path(field).asDouble();
  }

  /**
   * As {@link #figure}.
   *
   * @return all fields of the line that has this one
   */
  public static JsonNode figures(List<String> command, List<String> options, String field)
      throws IOException, InterruptedException {
    final List<String> words = Stream.concat(command.stream(), options.stream()).toList();
    final Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    final String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + " failed: " + out.strip());
    }
    for (final String line : out.lines().filter(l -> l.startsWith("{")).toList()) {
      final JsonNode fields = new ObjectMapper().readTree(line);
      if (fields.has(field)) {
        return fields;
      }
    }
    throw new IOException(String.join(" ", words) + " printed no " + field + ": " + out.strip());
  }
}
