package io.lull.platform.linux.kernel;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The attached keyboards, mice and touch devices, watched for being read by the programs of their
 * seat: they are never opened here. While no program reads them, as when a text console is in
 * front, keys show at that console instead. Gamepads are read directly.
 */
final class SeatDevices implements KernelWatch, WatchedFolder.Choice {
  private static final String PREFIX = "event";

  private final KernelFiles files;
  private final Clock clock;
  private final WatchedFolder folder;
  private final Map<String, DeviceKind> kinds = new HashMap<>();
  private final Map<String, GamePad> pads = new HashMap<>();
  private final Set<String> unplugged = new HashSet<>();

  SeatDevices(KernelFiles files, Clock clock, Inotify inotify) {
    this.files = files;
    this.clock = clock;
    this.folder = new WatchedFolder(inotify, files.input(), this);
  }

  @Override
  public String name() {
    return "seats";
  }

  @Override
  public InputSignal.Kind kind() {
    return InputSignal.Kind.UNKNOWN;
  }

  @Override
  public void look() {
    unplugged.clear();
    folder.look();
  }

  @Override
  public boolean watch(String name) throws IOException {
    if (!name.startsWith(PREFIX)) {
      return false;
    }
    final DeviceKind kind = DeviceKind.of(name, files.sysInput(), files.udev());
    if (kind == DeviceKind.GAMEPAD) {
      pads.put(name, GamePad.open(files.input().resolve(name)));
    }
    kinds.put(name, kind);
    return kind != DeviceKind.GAMEPAD && kind != DeviceKind.OTHER;
  }

  @Override
  public void gone(String name) {
    kinds.remove(name);
    final GamePad pad = pads.remove(name);
    if (pad != null) {
      pad.close();
    }
  }

  @Override
  public boolean hear(Inotify.Event event) {
    return folder.hear(event).isPresent();
  }

  @Override
  public List<Integer> descriptors() {
    return pads.entrySet().stream()
        .filter(pad -> !unplugged.contains(pad.getKey()))
        .map(pad -> pad.getValue().descriptor())
        .toList();
  }

  @Override
  public boolean read(int descriptor) {
    for (final Map.Entry<String, GamePad> pad : pads.entrySet()) {
      if (pad.getValue().descriptor() == descriptor) {
        try {
          return pad.getValue().used();
        } catch (IOException e) {
          // Its file goes, too, and another event reports that.
          unplugged.add(pad.getKey());
          return false;
        }
      }
    }
    return false;
  }

  @Override
  public Health health() {
    if (!folder.problem().isEmpty()) {
      return Health.blind(
          folder.problem()
              + (folder.problem().startsWith("this user")
                  ? ": run the agent as root or in the group input"
                  : ""));
    }
    final long keyboards = count(DeviceKind.KEYBOARD);
    final long pointers = count(DeviceKind.POINTER);
    if (keyboards + pointers == 0) {
      return Health.blind("no keyboard or mouse is attached");
    }
    final long others = count(DeviceKind.UNKNOWN) + count(DeviceKind.GAMEPAD);
    return new Health(
        true,
        Set.of(new Coverage.Seats()),
        "the kernel's " + (keyboards + pointers + others) + " input devices");
  }

  private long count(DeviceKind kind) {
    return kinds.values().stream().filter(kind::equals).count();
  }

  @Override
  public long lastInputEpochMillis() {
    return clock.epochMillis();
  }

  @Override
  public long lookAgainNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public void close() {
    pads.values().forEach(GamePad::close);
    pads.clear();
  }
}
