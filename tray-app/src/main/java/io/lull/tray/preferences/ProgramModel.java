package io.lull.tray.preferences;

import io.lull.platform.autostart.Autostart;
import io.lull.tray.notice.KeptLevel;
import io.lull.tray.notice.NoticeLevel;
import io.lull.tray.text.Texts;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** The person's choices for this program itself, without the agent. */
public final class ProgramModel {
  private final Optional<Autostart> autostart;
  private final KeptLevel kept;
  private final Texts texts;
  private final ReadOnlyBooleanWrapper starts = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<NoticeLevel> notices = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");

  /**
   * @param autostart empty: not known on this system
   */
  public ProgramModel(Optional<Autostart> autostart, KeptLevel kept, Locale locale) {
    this.autostart = autostart;
    this.kept = kept;
    this.texts = Texts.of("preferences", locale);
    look();
  }

  /** Reads the present values: other programs may have changed them. */
  public void look() {
    notices.set(kept.level());
    try {
      starts.set(autostart.isPresent() && autostart.get().isEnabled());
    } catch (IOException e) {
      problem.set(failed(e));
    }
  }

  /** Whether the start with the session can be chosen. */
  public boolean startable() {
    return autostart.isPresent();
  }

  /** Sets whether it starts with the session. */
  public void start(boolean wanted) {
    problem.set("");
    try {
      if (autostart.isPresent() && wanted) {
        autostart.get().enable();
      } else if (autostart.isPresent()) {
        autostart.get().disable();
      }
    } catch (IOException e) {
      problem.set(failed(e));
    }
    look();
  }

  public void tell(NoticeLevel wanted) {
    problem.set("");
    try {
      kept.keep(wanted);
    } catch (IOException e) {
      problem.set(failed(e));
    }
    look();
  }

  private String failed(IOException e) {
    return texts.say("program.failed", String.valueOf(e.getMessage()));
  }

  public Texts texts() {
    return texts;
  }

  public ReadOnlyBooleanProperty startsProperty() {
    return starts.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<NoticeLevel> noticesProperty() {
    return notices.getReadOnlyProperty();
  }

  /** What could not be stored; empty: nothing. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
