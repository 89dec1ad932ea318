package io.lull.agent.file;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Opens a file, anew each time. */
@FunctionalInterface
public interface FileSource {
  /**
   * For reading, from the start.
   *
   * @throws IOException also if it is not a plain file any more
   */
  FileChannel open() throws IOException;
}
