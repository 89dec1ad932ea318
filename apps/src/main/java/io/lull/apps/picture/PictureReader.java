package io.lull.apps.picture;

import io.lull.reconfig.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** A picture's file while it is read, and the complaints that name it. */
abstract class PictureReader {
  final InputStream in;
  private final Path file;

  PictureReader(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  final BadInput bad(String what) {
    return new BadInput(file.getFileName() + " " + what);
  }

  public final void close() throws IOException {
    in.close();
  }
}
