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
 * The command lines of Lull's own programs, as processes of their own: the Java of the running
 * process, the flags that the program is measured with, and the class path that it needs.
 *
 * <p>The flags live in one place, the {@code *.jvm} files beside this class; the launcher reads the
 * same files.
 */
public final class Programs {
  /** The class with {@code main}, which every program starts from. */
  public static final String MAIN_CLASS = "io.lull.cli.app.Lull";

  /** The class path of workers, where it is not that of their agent. */
  public static final String WORKER_CLASS_PATH = "lull.worker.classpath";

  private static final String ADD_MODULES = "--add-modules=";
  private static final String ADD_INCUBATING = ADD_MODULES + "jdk.incubator.";

  /** The folder of the archives of classes that programs start from, and of their class paths. */
  private static final String ARCHIVES = "lull.archives";

  /** The class path of an agent in that folder: relative to it, a line. */
  private static final String AGENT_CLASS_PATH = "agent.classpath";

  /** A program that is started as a process of its own. */
  public enum Program {
    /** A command that asks something and ends. */
    CLIENT("client"),
    AGENT("agent"),
    COORDINATOR("coordinator"),
    SESSION_WATCH("session-watch"),
    /** A computation in one process, with no network: the check against one worker. */
    SOLVER("solver");

    private final String flags;

    Program(String flags) {
      this.flags = flags;
    }
  }

  private Programs() {}

  /** What starts a command of the distribution that this program is of; empty: it is of none. */
  public static Optional<Path> launcher() {
    return Optional.ofNullable(System.getProperty(ARCHIVES)).map(folder -> Path.of(folder, "lull"));
  }

  /** The command line of {@code lull ARGUMENTS}, run as this kind of program. */
  public static List<String> command(Program program, List<String> arguments) {
    return command(program, ownClassPath(program), MAIN_CLASS, arguments);
  }

  /** The command line of another class with {@code main}, with all that this process can see. */
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
      for (final String name : List.of(WORKER_CLASS_PATH, ARCHIVES)) {
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

  /** Of classes parsed and verified ahead of time; a program starts without one too. */
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

  /** As the launcher starts it: an archive serves only the class path that it was made with. */
  private static String ownClassPath(Program program) {
    final String folder = System.getProperty(ARCHIVES);
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
