package io.lull.cli.command;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The browser of the person at the screen. It gets a file of this user's that redirects to the
 * address: everybody on the machine can read a command line, and could use the address first.
 */
final class Browser {
  private static final String FILE = "web.html";
  private static final long PATIENCE_SECONDS = 20;

  private Browser() {}

  /**
   * @param folder of this user alone
   * @throws IOException with a reason if no browser can be opened
   */
  static void open(String address, Path folder) throws IOException {
    final Path file = folder.resolve(FILE);
    Files.createDirectories(folder);
    Files.deleteIfExists(file);
    final FileAttribute<?>[] alone =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Files.createFile(file, alone);
    Files.writeString(file, page(address), StandardCharsets.UTF_8);
    final List<String> command = command(System.getProperty("os.name"), file);
    final Process opener =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File(nothing())))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      // Some openers are the browser itself, and keep running: then it is open.
      if (opener.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && opener.exitValue() != 0) {
        throw new IOException(command.getFirst() + " ended with " + opener.exitValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String page(String address) {
    final String safe = address.replace("&", "&amp;").replace("\"", "&quot;");
    return "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
        + "<meta http-equiv=\"refresh\" content=\"0; url="
        + safe
        + "\"><title>Lull</title><p><a href=\""
        + safe
        + "\">Lull</a></p>\n";
  }

  /**
   * @param os Java's name of the system
   */
  static List<String> command(String os, Path file) {
    final String system = os.toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return List.of("rundll32", "url.dll,FileProtocolHandler", file.toUri().toString());
    }
    return List.of(system.startsWith("mac") ? "open" : "xdg-open", file.toString());
  }

  private static String nothing() {
    return File.separatorChar == '\\' ? "NUL" : "/dev/null";
  }
}
