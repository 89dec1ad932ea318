package io.lull.platform.windows.system;

import io.lull.platform.machine.MediaUse;
import java.util.regex.Pattern;

/**
 * Windows' own record of which program last used the microphone or the camera, and until when: no
 * end is written during use. The programs' names are ignored.
 */
public final class WindowsMedia implements MediaUse {
  private static final String STORE =
      "Software\\Microsoft\\Windows\\CurrentVersion\\CapabilityAccessManager\\ConsentStore\\";
  private static final String PLAIN_PROGRAMS = "NonPackaged";

  /** Of people, local or of a directory; services have others. */
  private static final Pattern PERSON = Pattern.compile("S-1-(5-21|12-1)-[0-9-]+");

  private final Registry registry;

  public WindowsMedia() {
    this(new NativeRegistry());
  }

  WindowsMedia(Registry registry) {
    this.registry = registry;
  }

  @Override
  public InUse inUse() {
    return new InUse(used("microphone"), used("webcam"));
  }

  private boolean used(String device) {
    return registry.users().stream()
        .filter(user -> PERSON.matcher(user).matches())
        .anyMatch(user ->
            anyOpen(user, STORE + device) || anyOpen(user, STORE + device + "\\" + PLAIN_PROGRAMS));
  }

  private boolean anyOpen(String user, String path) {
    return registry.keys(user, path).stream()
        .map(program -> path + "\\" + program)
        .anyMatch(key ->
            registry.number(user, key, "LastUsedTimeStart").orElse(0) != 0
                && registry.number(user, key, "LastUsedTimeStop").orElse(1) == 0);
  }
}
