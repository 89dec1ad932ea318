package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** The Java listings of a tutorial, in order, and what they compile to. */
record TutorialListings(List<String> sources) {
  private static final Pattern LISTING = Pattern.compile("(?s)```java\n(.*?)```");

  /** Reads the page {@code docs/NAME}. */
  static TutorialListings of(String name) throws IOException {
    return new TutorialListings(
        LISTING
            .matcher(Files.readString(Path.of("..", "docs", name)))
            .results()
            .map(listing -> listing.group(1))
            .toList());
  }

  /** Compiles a source below the folder and loads its class. */
  static Class<?> compiled(Path folder, String name, String source) throws Exception {
    final Path home = Files.createDirectories(folder.resolve("classes-" + name));
    final Path file = Files.writeString(folder.resolve(name + ".java"), source);
    final int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                "-d",
                home.toString(),
                file.toString());
    assertThat(code).isZero();
    return new URLClassLoader(new URL[] {home.toUri().toURL()}).loadClass(name);
  }
}
