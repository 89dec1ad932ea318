package io.lull.platform.macos.system;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/** What macOS tells every program about saving power. */
interface ProcessState {
  /** Whether the owner has switched the low power mode on. */
  boolean lowPower();

  /** From 0, normal, to 3, critical. */
  long thermalState();

  /** {@code NSProcessInfo}, by the runtime of Objective-C. */
  final class Native implements ProcessState {
    private final NativeLibrary objects = NativeLibrary.getInstance("objc");
    private final NativeLibrary foundation = NativeLibrary.getInstance("Foundation");
    private final Function send = objects.getFunction("objc_msgSend");
    private final @Nullable Pointer process =
        send.invokePointer(
            new Object[] {
              objects.getFunction("objc_getClass").invokePointer(new Object[] {"NSProcessInfo"}),
              selector("processInfo")
            });

    private Pointer selector(String name) {
      return objects.getFunction("sel_registerName").invokePointer(new Object[] {name});
    }

    private boolean answers(String question) {
      return process != null
          && foundation != null
          && (send.invokeInt(
                      new Object[] {process, selector("respondsToSelector:"), selector(question)})
                  & 0xFF)
              != 0;
    }

    /** Only the lowest byte of the answer is set. */
    @Override
    public boolean lowPower() {
      return answers("isLowPowerModeEnabled")
          && (send.invokeInt(new Object[] {process, selector("isLowPowerModeEnabled")}) & 0xFF)
              != 0;
    }

    @Override
    public long thermalState() {
      return answers("thermalState")
          ? send.invokeLong(new Object[] {process, selector("thermalState")})
          : 0;
    }
  }
}
