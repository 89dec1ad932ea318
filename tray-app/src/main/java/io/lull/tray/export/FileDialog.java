package io.lull.tray.export;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/** The system's own dialog. On the toolkit's thread. */
public final class FileDialog implements FileChoice {
  @Override
  public Optional<Path> ask(String suggested, String kind) {
    final FileChooser chooser = new FileChooser();
    chooser.setInitialFileName(suggested);
    chooser
        .getExtensionFilters()
        .add(
            new FileChooser.ExtensionFilter(
                kind, "*" + suggested.substring(suggested.lastIndexOf('.'))));
    final Window owner =
        Window.getWindows().stream().filter(Window::isFocused).findFirst().orElse(null);
    final File file = chooser.showSaveDialog(owner);
    return Optional.ofNullable(file).map(File::toPath);
  }
}
