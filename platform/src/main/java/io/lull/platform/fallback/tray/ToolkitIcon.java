package io.lull.platform.fallback.tray;

import io.lull.platform.tray.ChoiceLimit;
import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayIcon;
import io.lull.platform.tray.TrayListener;
import io.lull.platform.tray.TrayNotice;
import io.lull.platform.tray.TrayPresence;
import io.lull.protocol.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An icon that a toolkit shows. The toolkit is loaded only at the start, and on its own thread,
 * because that takes long; at most one task waits for the toolkit at a time.
 */
public final class ToolkitIcon implements TrayIcon {
  private final IconToolkit toolkit;
  private final ChoiceLimit limit;
  private final AtomicReference<@Nullable TrayContent> next = new AtomicReference<>();
  private final AtomicReference<@Nullable TrayNotice> notice = new AtomicReference<>();
  private final AtomicBoolean waiting = new AtomicBoolean();
  private volatile boolean loaded;
  private volatile boolean closed;
  private volatile @Nullable TrayListener listener;

  /** Of the toolkit's thread. */
  private @Nullable TrayContent shown;

  /** Uses the tray that Java knows, if there is one. */
  public ToolkitIcon(Clock clock) {
    this(new AwtToolkit(), clock);
  }

  ToolkitIcon(IconToolkit toolkit, Clock clock) {
    this.toolkit = toolkit;
    this.limit = new ChoiceLimit(clock);
  }

  @Override
  public void start(TrayContent first, TrayListener told) {
    listener = told;
    next.compareAndSet(null, first);
    Thread.ofPlatform().name("tray-icon-start").daemon().start(() -> load(told));
  }

  private void load(TrayListener told) {
    final Optional<String> missing = toolkit.missing();
    if (missing.isPresent()) {
      if (!closed) {
        told.presence(new TrayPresence.Absent(missing.get()));
      }
      return;
    }
    loaded = true;
    askForTurn();
  }

  @Override
  public void show(TrayContent face) {
    next.set(face);
    askForTurn();
  }

  /** Of several contents in a row, the last is shown. */
  @Override
  public void tell(TrayNotice said) {
    notice.set(said);
    askForTurn();
  }

  @Override
  public void close() {
    closed = true;
    askForTurn();
  }

  private void askForTurn() {
    if (loaded && waiting.compareAndSet(false, true)) {
      toolkit.later(this::turn);
    }
  }

  private void turn() {
    waiting.set(false);
    final TrayContent face = next.getAndSet(null);
    final TrayContent before = shown;
    if (closed) {
      shown = null;
      if (before != null) {
        toolkit.remove();
      }
    } else if (face != null && before != null) {
      shown = face;
      toolkit.replace(before, face);
    } else if (face != null) {
      place(face);
    }
    final TrayNotice said = notice.getAndSet(null);
    if (said != null && shown != null) {
      toolkit.tell(said);
    }
  }

  private void place(TrayContent face) {
    final TrayListener told = listener;
    if (told == null) {
      return;
    }
    try {
      toolkit.place(
          face,
          () -> {
            if (limit.admits()) {
              told.activated();
            }
          },
          id -> {
            if (limit.admits()) {
              told.chosen(id);
            }
          });
    } catch (IconToolkit.ToolkitRefusal e) {
      told.presence(new TrayPresence.Absent(String.valueOf(e.getMessage())));
      return;
    }
    shown = face;
    told.presence(new TrayPresence.Shown("the system's tray"));
  }
}
