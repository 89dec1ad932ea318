package io.lull.cli.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.UncheckedIOException;

/** Writes documents as text. */
public final class Json {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .build()
          .writer(
              new DefaultPrettyPrinter()
                  .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                  .withArrayIndenter(new DefaultIndenter("  ", "\n")));

  private Json() {}

  /** Indented, without a line end after it. */
  public static String text(JsonNode document) {
    try {
      return WRITER.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
