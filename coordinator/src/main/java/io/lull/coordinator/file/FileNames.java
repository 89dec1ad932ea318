package io.lull.coordinator.file;

import io.lull.coordinator.file.FileRefusedException.Kind;
import java.util.regex.Pattern;

/** Names of stored files: programs and inputs by their hash, outputs by job and name. */
final class FileNames {
  /** Prefix of a program's or input's id among the shared files. */
  static final String BLOB = "blob/";

  /** Prefix of an output's id among the shared files. */
  static final String OUTPUT = "output/";

  static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  static final Pattern JOB = Pattern.compile("J[1-9][0-9]{0,17}");
  private static final Pattern NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,200}");

  private FileNames() {}

  static void checkHash(String sha256) throws FileRefusedException {
    if (!SHA256.matcher(sha256).matches()) {
      throw new FileRefusedException(
          Kind.WRONG, "a file's SHA-256 must be 64 lower-case hexadecimal digits");
    }
  }

  static void checkJob(String job) throws FileRefusedException {
    if (!JOB.matcher(job).matches()) {
      throw new FileRefusedException(Kind.WRONG, "'" + job + "' is not a job: write it as J1");
    }
  }

  static void checkName(String name) throws FileRefusedException {
    if (!NAME.matcher(name).matches() || name.startsWith(".")) {
      throw new FileRefusedException(
          Kind.WRONG,
          "a file's name must have at most 200 characters, no slash and no leading dot: '"
              + name.replaceAll("\\p{Cntrl}", "?")
              + "' cannot be stored");
    }
  }
}
