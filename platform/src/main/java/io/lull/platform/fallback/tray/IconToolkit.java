package io.lull.platform.fallback.tray;

import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayNotice;
import java.util.Optional;
import java.util.function.Consumer;

/** The icon functions of a toolkit. */
interface IconToolkit {
  /** Why the toolkit has no tray; empty: it has one. The first call may take long. */
  Optional<String> missing();

  /** Runs a task soon on the toolkit's thread, on which the calls below come. */
  void later(Runnable task);

  /**
   * Shows the icon for the first time.
   *
   * @throws ToolkitRefusal if the tray refuses it
   */
  void place(TrayContent face, Runnable activated, Consumer<String> chosen);

  /** Changes the icon. */
  void replace(TrayContent before, TrayContent face);

  /** Shows a notice beside the icon. */
  void tell(TrayNotice notice);

  /** Removes the icon. */
  void remove();

  /** The tray refuses an icon. */
  final class ToolkitRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    ToolkitRefusal(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
