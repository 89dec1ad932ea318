package io.lull.platform.macos.autostart;

import io.lull.platform.autostart.Autostart;
import io.lull.platform.autostart.StartedProgram;
import io.lull.platform.autostart.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A property list in the user's folder of launch agents, which launchd reads at each login. @see <a
 * href="https://keith.github.io/xcode-man-pages/launchd.plist.5.html">launchd.plist(5)</a>
 */
public final class LaunchAgent implements Autostart {
  private static final Pattern DISABLED =
      Pattern.compile("<key>\\s*Disabled\\s*</key>\\s*<true\\s*/>");

  private final StartedProgram program;
  private final Path file;

  /**
   * @param home the user's
   */
  public LaunchAgent(StartedProgram program, Path home) {
    this.program = program;
    this.file = home.resolve("Library").resolve("LaunchAgents").resolve(label(program) + ".plist");
  }

  private static String label(StartedProgram program) {
    return "io.lull." + program.id();
  }

  @Override
  public State state() throws IOException {
    try {
      final String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return DISABLED.matcher(text).find() ? State.TURNED_OFF : State.ON;
    } catch (NoSuchFileException e) {
      return State.OFF;
    }
  }

  @Override
  public void enable() throws IOException {
    WholeFile.write(file, propertyList(program));
  }

  @Override
  public void disable() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Only in graphical sessions; not restarted when it ends, since its user has ended it. */
  static String propertyList(StartedProgram program) {
    final StringBuilder arguments = new StringBuilder();
    for (final String argument : program.command()) {
      arguments.append("    <string>").append(escaped(argument)).append("</string>\n");
    }
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>Label</key>
      <string>%s</string>
      <key>ProgramArguments</key>
      <array>
    %s  </array>
      <key>RunAtLoad</key>
      <true/>
      <key>LimitLoadToSessionType</key>
      <string>Aqua</string>
      <key>ProcessType</key>
      <string>Interactive</string>
    </dict>
    </plist>
    """
        .formatted(escaped(label(program)), arguments);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
