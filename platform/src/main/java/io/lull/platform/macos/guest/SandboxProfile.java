package io.lull.platform.macos.guest;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A guest's permissions in the language of macOS' sandbox, in which the last matching rule counts:
 * it writes to folders of its own alone, and sees nothing of people's files.
 */
final class SandboxProfile {
  private SandboxProfile() {}

  /**
   * @param writable its own folders
   * @param readable even among people's files
   */
  static String of(List<Path> writable, List<Path> readable, boolean network) {
    return """
    (version 1)
    (allow default)
    (deny file-write*)
    (allow file-write* (literal "/dev/null") (literal "/dev/zero")%s)
    (deny file-read* (subpath "/Users") (subpath "/Volumes") (subpath "/private/var/root"))
    (allow file-read-metadata (subpath "/Users"))
    (allow file-read* (literal "/dev/null")%s)
    (deny process-info* (target others))
    (deny signal (target others))
    (deny device-camera)
    (deny device-microphone)
    (deny appleevent-send)
    (deny mach-lookup (global-name "com.apple.pasteboard.1"))
    (deny mach-lookup (global-name "com.apple.windowserver.active"))
    (deny iokit-open (iokit-user-client-class "IOHIDLibUserClient"))
    %s\
    """
        .formatted(
            paths(writable.stream()),
            paths(Stream.concat(writable.stream(), readable.stream())),
            network ? "" : "(deny network*)\n");
  }

  private static String paths(Stream<Path> paths) {
    return paths
        .map(path -> " (subpath \"" + escaped(path.toString()) + "\")")
        .collect(Collectors.joining());
  }

  private static String escaped(String path) {
    return path.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
