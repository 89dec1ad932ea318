package io.lull.platform.fallback.tray;

import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayNotice;
import java.util.Optional;
import java.util.function.Consumer;

/** What a toolkit does for an icon. */
interface IconToolkit {
  /** Why it has no tray; empty: it has one. The first call may take long. */
  Optional<String> missing();

  /** Has something done soon on the toolkit's thread, on which the calls below come. */
  void later(Runnable task);

  /**
   * Shows the icon for the first time.
   *
   * @throws ToolkitRefusal when the tray does not take it
   */
  void place(TrayContent face, Runnable activated, Consumer<String> chosen);

  /** Shows another face of the icon. */
  void replace(TrayContent before, TrayContent face);

  /** Shows a notice beside the icon. */
  void tell(TrayNotice notice);

  /** Takes the icon away. */
  void remove();

  /** The tray does not take an icon. */
  final class ToolkitRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    ToolkitRefusal(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
