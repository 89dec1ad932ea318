package io.lull.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The command lines of Lull's own programs, as separate processes: the Java of the running process,
 * the measured flags of the program, and the class path that it needs.
 *
 * <p>The flags are in one place, the {@code *.jvm} files beside this class; the launcher reads the
 * same files.
 */
public final class Programs {
  /** The main class of every program. */
  public static final String MAIN_CLASS = "io.lull.cli.app.Lull";

  /** The class path of workers, if it differs from their agent's. */
  public static final String WORKER_CLASS_PATH = "lull.worker.classpath";

  private static final String ADD_MODULES = "--add-modules=";
  private static final String ADD_INCUBATING = ADD_MODULES + "jdk.incubator.";

  /** The folder of the class archives with which programs start. */
  private static final String ARCHIVES = "lull.archives";

  /** The folder of the launcher, the libraries and the class paths. */
  private static final String DISTRIBUTION = "lull.distribution";

  /** The class path of an agent in that folder: one relative path per line. */
  private static final String AGENT_CLASS_PATH = "agent.classpath";

  /** A program that runs as a separate process. */
  public enum Program {
    /** A command that makes a request and ends. */
    CLIENT("client"),
    AGENT("agent"),
    COORDINATOR("coordinator"),
    SESSION_WATCH("session-watch"),
    /** A computation in one process, without a network: the comparison with one worker. */
    SOLVER("solver");

    private final String flags;

    Program(String flags) {
      this.flags = flags;
    }
  }

  private Programs() {}

  /** The launcher of the distribution that this program belongs to; empty: it belongs to none. */
  public static Optional<Path> launcher() {
    return Optional.ofNullable(System.getProperty(DISTRIBUTION))
        .map(folder -> Path.of(folder, "lull"));
  }

  /** The command line of {@code lull ARGUMENTS}, run as this kind of program. */
  public static List<String> command(Program program, List<String> arguments) {
    return command(program, ownClassPath(program), MAIN_CLASS, arguments);
  }

  /** The command line of another main class, with the whole class path of this process. */
  public static List<String> command(Program program, String mainClass, List<String> arguments) {
    return command(program, classPath(), mainClass, arguments);
  }

  private static List<String> command(
      Program program, String classPath, String mainClass, List<String> arguments) {
    final List<String> command = new ArrayList<>();
    command.add(java().toString());
    command.addAll(flags(program));
    command.addAll(archive(program));
    if (program == Program.AGENT) {
      for (final String name : List.of(WORKER_CLASS_PATH, DISTRIBUTION, ARCHIVES)) {
        final String value = System.getProperty(name);
        if (value != null) {
          command.add("-D" + name + "=" + value);
        }
      }
    }
    command.add("-cp");
    command.add(classPath);
    command.add(mainClass);
    command.addAll(arguments);
    return List.copyOf(command);
  }

  /** The running process's own Java. */
  public static Path java() {
    final String name = File.separatorChar == '\\' ? "java.exe" : "java";
    return Path.of(System.getProperty("java.home"), "bin", name);
  }

  static List<String> flags(Program program) {
    final String file = program.flags + ".jvm";
    try (InputStream in = Programs.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing beside " + Programs.class);
      }
      try (BufferedReader reader =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        return reader
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .filter(Programs::known)
            .toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A Java without the incubating module that a flag adds would not start with it. */
  private static boolean known(String flag) {
    return !flag.startsWith(ADD_INCUBATING)
        || ModuleFinder.ofSystem().find(flag.substring(ADD_MODULES.length())).isPresent();
  }

  /** An archive of classes parsed and verified ahead of time; a program starts without one, too. */
  private static List<String> archive(Program program) {
    final String folder = System.getProperty(ARCHIVES);
    if (folder == null) {
      return List.of();
    }
    final Path file = Path.of(folder, program.flags + ".jsa");
    return Files.isReadable(file)
        ? List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds=off", "-Xlog:aot=off")
        : List.of();
  }

  /** As the launcher starts it: an archive works only with the class path that it was made with. */
  private static String ownClassPath(Program program) {
    final String folder = System.getProperty(DISTRIBUTION);
    if (folder == null || (program != Program.AGENT && program != Program.SESSION_WATCH)) {
      return classPath();
    }
    try {
      return Arrays.stream(Files.readString(Path.of(folder, AGENT_CLASS_PATH)).strip().split(":"))
          .map(jar -> Path.of(folder, jar).toString())
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String classPath() {
    final List<String> absolute = new ArrayList<>();
    for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.isEmpty()) {
        absolute.add(Path.of(entry).toAbsolutePath().toString());
      }
    }
    return String.join(File.pathSeparator, absolute);
  }
}
