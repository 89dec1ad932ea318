package io.lull.platform.macos.session;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.platform.mac.CoreFoundation;
import com.sun.jna.platform.mac.CoreFoundation.CFNumberRef;
import com.sun.jna.platform.mac.CoreFoundation.CFStringRef;
import com.sun.jna.platform.mac.CoreFoundation.CFTypeRef;
import com.sun.jna.platform.mac.IOKit;
import com.sun.jna.platform.mac.IOKit.IOService;
import com.sun.jna.platform.mac.IOKitUtil;
import com.sun.jna.ptr.PointerByReference;
import io.lull.platform.macos.system.PropertyDictionary;
import io.lull.platform.source.IdleReading;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Core Graphics and the input system's registry: none of it needs the owner's permission. */
final class NativeDesktopInput implements DesktopInput {
  /** Input of devices, and combined with that of programs and remote screens. */
  private static final int[] STATES = {1, 0};

  private static final int[] ANY = {~0};

  /** Keys, modifiers, and the keys for volume and brightness. */
  private static final int[] KEYS = {10, 12, 14};

  /** Left, right and other buttons down, drags, and the wheel. */
  private static final int[] BUTTONS = {1, 3, 25, 6, 7, 27, 22};

  private static final double ABSURD_SECONDS = 100.0 * 365 * 86_400;
  private static final String DISPLAY_SLEEP = "PreventUserIdleDisplaySleep";
  private static final String DISPLAY_SLEEP_OLD = "NoDisplaySleepAssertion";
  private static final int SUCCESS = 0;

  /** Calls of Core Graphics that jna-platform lacks. */
  interface Graphics extends Library {
    Graphics CALLS = Native.load("CoreGraphics", Graphics.class);

    double CGEventSourceSecondsSinceLastEventType(int state, int eventType);

    @Nullable Pointer CGSessionCopyCurrentDictionary();

    @Nullable Pointer CGEventCreate(@Nullable Pointer source);

    Point.ByValue CGEventGetLocation(Pointer event);
  }

  /** Calls of the power management that jna-platform lacks. */
  interface PowerAssertions extends Library {
    PowerAssertions CALLS = Native.load("IOKit", PowerAssertions.class);

    int IOPMCopyAssertionsStatus(PointerByReference answer);

    int IOPMCopyAssertionsByProcess(PointerByReference answer);
  }

  /** {@code CGPoint}. */
  @Structure.FieldOrder({"x", "y"})
  public static class Point extends Structure {
    public double x;
    public double y;

    /** The return type of a function. */
    public static final class ByValue extends Point implements Structure.ByValue {}
  }

  @Override
  public OptionalDouble secondsSince(Events events) {
    final int[] types =
        switch (events) {
          case ANY -> ANY;
          case KEYS -> KEYS;
          case BUTTONS -> BUTTONS;
        };
    double least = Double.POSITIVE_INFINITY;
    for (final int state : STATES) {
      for (final int type : types) {
        final double seconds = Graphics.CALLS.CGEventSourceSecondsSinceLastEventType(state, type);
        if (Double.isNaN(seconds)) {
          return OptionalDouble.empty();
        }
        least = Math.min(least, seconds);
      }
    }
    // If there never was any, macOS answers with a time beyond the machine's own age.
    if (events == Events.ANY && (least < 0 || least > ABSURD_SECONDS)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(least);
  }

  @Override
  public IdleReading.@Nullable Pointer pointer() {
    final Pointer event = Graphics.CALLS.CGEventCreate(null);
    if (event == null) {
      return null;
    }
    try {
      final Point at = Graphics.CALLS.CGEventGetLocation(event);
      return new IdleReading.Pointer(at.x, at.y);
    } finally {
      CoreFoundation.INSTANCE.CFRelease(new CFTypeRef(event));
    }
  }

  @Override
  public @Nullable Desktop desktop() {
    final Optional<PropertyDictionary> found =
        PropertyDictionary.owned(Graphics.CALLS.CGSessionCopyCurrentDictionary());
    if (found.isEmpty()) {
      return null;
    }
    try (PropertyDictionary session = found.get()) {
      return new Desktop(
          session.text("kCGSSessionUserNameKey").orElse("unknown"),
          session.flag("CGSSessionScreenIsLocked"));
    }
  }

  @Override
  public Set<String> keepersOfTheDisplay() {
    final PointerByReference status = new PointerByReference();
    if (PowerAssertions.CALLS.IOPMCopyAssertionsStatus(status) != SUCCESS) {
      throw new IllegalStateException("the power management does not tell its assertions");
    }
    final Optional<PropertyDictionary> levels = PropertyDictionary.owned(status.getValue());
    if (levels.isEmpty()) {
      return Set.of();
    }
    try (PropertyDictionary each = levels.get()) {
      return each.flag(DISPLAY_SLEEP) || each.flag(DISPLAY_SLEEP_OLD) ? names() : Set.of();
    }
  }

  /** Only the programs: their descriptions may contain a title. */
  private static Set<String> names() {
    final PointerByReference answer = new PointerByReference();
    final Set<String> names = new HashSet<>();
    if (PowerAssertions.CALLS.IOPMCopyAssertionsByProcess(answer) == SUCCESS) {
      PropertyDictionary.owned(answer.getValue())
          .ifPresent(found -> {
            try (PropertyDictionary processes = found) {
              processes.dictionariesOfArrays().stream()
                  .filter(assertion -> {
                    final String type = assertion.text("AssertType").orElse("");
                    return type.equals(DISPLAY_SLEEP) || type.equals(DISPLAY_SLEEP_OLD);
                  })
                  .forEach(assertion -> names.add(assertion.text("Process Name").orElse("")));
            }
          });
    }
    return names.isEmpty() ? Set.of("") : names;
  }

  /** All keyboards and mice of the machine; works in a daemon, too. */
  static OptionalLong hidIdleNanos() {
    final IOService system = IOKitUtil.getMatchingService("IOHIDSystem");
    if (system == null) {
      return OptionalLong.empty();
    }
    final CFStringRef key = CFStringRef.createCFString("HIDIdleTime");
    try {
      final CFTypeRef value =
          IOKit.INSTANCE.IORegistryEntryCreateCFProperty(
              system, key, CoreFoundation.INSTANCE.CFAllocatorGetDefault(), 0);
      if (value == null) {
        return OptionalLong.empty();
      }
      try {
        return CoreFoundation.INSTANCE
                .CFGetTypeID(value.getPointer())
                .equals(CoreFoundation.NUMBER_TYPE_ID)
            ? OptionalLong.of(new CFNumberRef(value.getPointer()).longValue())
            : OptionalLong.empty();
      } finally {
        value.release();
      }
    } finally {
      key.release();
      system.release();
    }
  }
}
