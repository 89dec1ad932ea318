import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** How the build runs the tests of a module; its class path was written by the build. */
final class MavenModule {
  private MavenModule() {}

  static String classPath(Path module) throws IOException {
    final List<String> path = new ArrayList<>();
    for (final String folder : List.of("target/test-classes", "target/classes")) {
      path.add(module.resolve(folder).toString());
    }
    path.add(Files.readString(module.resolve("target/test.classpath")).strip());
    return String.join(File.pathSeparator, path);
  }

  /** As the build gives them to the module's tests. */
  static String jvmArguments(Path module, Path root) throws IOException {
    final String all = one("<lull.jvm.args>(.*?)</lull.jvm.args>", root).orElseThrow();
    return one("<argLine>(.*?)</argLine>", module)
        .map(own -> own.replace("${lull.jvm.args}", all))
        .orElse(all)
        .strip();
  }

  private static Optional<String> one(String pattern, Path module) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(module.resolve("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .findFirst();
  }
}
