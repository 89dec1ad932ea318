import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A copy of a class with a fault, compiled into a folder that comes first on a class path. */
final class PlantedClass {
  private PlantedClass() {}

  /**
   * @param folder is made anew; the classes come into {@code classes} in it
   * @return what the compiler complains of; empty: nothing
   */
  static String compile(FaultTable.Fault fault, Path folder) throws Exception {
    final FaultTable.Source source = FaultTable.source(fault.of(), "main");
    final String text = FaultTable.changed(fault);
    delete(folder);
    final Path classes = Files.createDirectories(folder.resolve("classes"));
    final Path file =
        Files.writeString(folder.resolve(source.file().getFileName().toString()), text);
    final StringWriter said = new StringWriter();
    final boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                said,
                null,
                null,
                List.of(
                    "-d",
                    classes.toString(),
                    "-cp",
                    MavenModule.classPath(source.module()),
                    "-proc:none",
                    "-nowarn",
                    "-g",
                    "-parameters",
                    "-implicit:none",
                    "-XDuseUnsharedTable"),
                null,
                ToolProvider.getSystemJavaCompiler()
                    .getStandardFileManager(null, null, null)
                    .getJavaFileObjects(file))
            .call();
    return compiled ? "" : said.toString().strip();
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (final Path file :
          new LinkedHashSet<>(files.sorted(Comparator.reverseOrder()).toList())) {
        Files.delete(file);
      }
    }
  }
}
