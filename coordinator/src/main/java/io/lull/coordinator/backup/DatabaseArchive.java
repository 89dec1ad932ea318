package io.lull.coordinator.backup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The archive that H2 makes of a database: one file, packed. */
final class DatabaseArchive {
  private static final String SUFFIX = ".mv.db";

  private DatabaseArchive() {}

  /** Unpacks the database; it is on disk when this returns. */
  static void extract(Path archive, Path database) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      final List<? extends ZipEntry> databases =
          zip.stream().filter(entry -> entry.getName().endsWith(SUFFIX)).toList();
      if (databases.size() != 1) {
        throw new IOException("the archive of the database has " + databases.size() + " databases");
      }
      try (InputStream content = zip.getInputStream(databases.getFirst());
          FileChannel file =
              FileChannel.open(database, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        content.transferTo(Channels.newOutputStream(file));
        file.force(true);
      }
    }
  }
}
