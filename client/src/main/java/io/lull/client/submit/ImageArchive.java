package io.lull.client.submit;

import io.lull.client.ClientFailure;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * The archive of a container image's root folder. Container tools also write archives of an image's
 * layers, which nodes cannot use.
 */
final class ImageArchive {
  private static final int BLOCK = 512;
  private static final int NAME_LENGTH = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int MAGIC_AT = 257;
  private static final String MAGIC = "ustar";
  private static final int GZIP = 0x1f8b;

  /** Enough to see what it is; a root folder has more. */
  private static final int ENTRIES_READ = 1000;

  /** Of an archive of layers. */
  private static final Set<String> LAYERS = Set.of("manifest.json", "oci-layout", "index.json");

  private ImageArchive() {}

  /**
   * @throws ClientFailure with one line, if nodes could not use it
   */
  static void check(Path file) {
    try (InputStream in = open(file)) {
      boolean folder = false;
      for (int i = 0; i < ENTRIES_READ; i++) {
        final byte[] header = in.readNBytes(BLOCK);
        if (header.length < BLOCK || header[0] == 0) {
          break;
        }
        require(text(header, MAGIC_AT, MAGIC.length()).equals(MAGIC), notAnArchive(file));
        final String name = text(header, 0, NAME_LENGTH).replaceFirst("^\\./", "");
        require(
            !LAYERS.contains(name),
            "--image: "
                + file
                + " holds an image's layers: export its root folder instead, with podman create"
                + " and podman export, or the same of docker");
        folder |= name.indexOf('/') > 0;
        skip(in, size(header));
      }
      require(folder, notAnArchive(file));
    } catch (EOFException e) {
      throw ClientFailure.badInput("--image: " + file + " is not complete: export it again");
    } catch (IOException | NumberFormatException e) {
      throw ClientFailure.badInput(notAnArchive(file));
    }
  }

  private static void require(boolean holds, String orElse) {
    if (!holds) {
      throw ClientFailure.badInput(orElse);
    }
  }

  private static String notAnArchive(Path file) {
    return "--image: "
        + file
        + " is not a tar archive of a root folder, which podman export and docker export write";
  }

  private static InputStream open(Path file) throws IOException {
    final InputStream in = new BufferedInputStream(Files.newInputStream(file));
    try {
      in.mark(2);
      final int magic = in.read() << 8 | in.read();
      in.reset();
      return magic == GZIP ? new BufferedInputStream(new GZIPInputStream(in)) : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static String text(byte[] header, int at, int length) {
    int end = at;
    while (end < at + length && header[end] != 0) {
      end++;
    }
    return new String(header, at, end - at, StandardCharsets.UTF_8);
  }

  /** In octal digits; large files have it in binary, which no file of this length is. */
  private static long size(byte[] header) {
    return Long.parseLong(text(header, SIZE_AT, SIZE_LENGTH).strip(), 8);
  }

  private static void skip(InputStream in, long size) throws IOException {
    in.skipNBytes((size + BLOCK - 1) / BLOCK * BLOCK);
  }
}
