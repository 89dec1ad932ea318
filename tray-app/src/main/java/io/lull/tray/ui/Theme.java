package io.lull.tray.ui;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.List;
import java.util.Objects;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.text.Font;

/** Light or dark, like the system, even when that changes. */
public final class Theme {
  /** A font for screens; without one the system's own is used. */
  private static final List<String> TYPEFACES =
      List.of("Inter", "Adwaita Sans", "Cantarell", "Ubuntu Sans", "Ubuntu", "Noto Sans");

  private Theme() {}

  /** Follows the system from now on. */
  public static void follow() {
    use(Platform.getPreferences().getColorScheme());
    Platform.getPreferences().colorSchemeProperty().subscribe((ColorScheme scheme) -> use(scheme));
  }

  public static void use(ColorScheme scheme) {
    Application.setUserAgentStylesheet(
        scheme == ColorScheme.DARK
            ? new PrimerDark().getUserAgentStylesheet()
            : new PrimerLight().getUserAgentStylesheet());
  }

  /** Applies Lull's style to a scene. */
  public static void dress(Scene scene) {
    for (final String looks : List.of("lull.css", "jobs.css")) {
      scene
          .getStylesheets()
          .add(Objects.requireNonNull(Theme.class.getResource(looks)).toExternalForm());
    }
    // One by one: a list of all fonts would stay in memory for good.
    TYPEFACES.stream()
        .filter(family -> Font.font(family).getFamily().equals(family))
        .findFirst()
        .ifPresent(family -> scene.getRoot().setStyle("-fx-font-family: \"" + family + "\";"));
  }
}
