package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where a report's files are written. */
public final class ReportFolder {
  private final String option;
  private final Path folder;

  private ReportFolder(String option, Path folder) {
    this.option = option;
    this.folder = folder;
  }

  /**
   * It is made when the first file is written.
   *
   * @param option that names it, for messages
   */
  public static ReportFolder at(String option, Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw CommandFailure.badInput(option + ": " + folder + " is a file: give a folder");
    }
    final OutputFile _ = OutputFile.at(option, folder.resolve("index.html"));
    return new ReportFolder(option, folder);
  }

  /** Charts by their names, each as it is and as PNG. */
  public void writePictures(Map<String, String> pictures) {
    pictures.forEach(this::writePicture);
  }

  /** The whole file or, if that cannot be, nothing of it. */
  public void write(String name, String content) {
    OutputFile.at(option, folder.resolve(name)).write(content);
  }

  private void writePicture(String name, String svg) {
    write(name + ".svg", svg);
    OutputFile.at(option, folder.resolve(name + ".png")).write(ChartPicture.png(svg));
  }
}
