package io.lull.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A benchmark's figures as rows of JSON, if they are asked for. */
public final class FigureDocument {
  private final Optional<Path> file;
  private final ObjectMapper mapper = new ObjectMapper();
  private final ArrayNode rows = mapper.createArrayNode();

  FigureDocument(Optional<Path> file) {
    this.file = file;
  }

  /** One more row, to be filled. */
  public ObjectNode row() {
    return rows.addObject();
  }

  /** Writes all rows, if anybody wants them. */
  public void write() throws IOException {
    if (file.isPresent()) {
      mapper.writerWithDefaultPrettyPrinter().writeValue(file.get().toFile(), rows);
    }
  }
}
