package io.lull.tray.submit;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DragEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.stage.FileChooser;

/** The area where files are dropped, chosen or pasted. */
final class DropZone {
  private static final PseudoClass OVER = PseudoClass.getPseudoClass("over");
  private static final KeyCombination PASTE =
      new KeyCodeCombination(KeyCode.V, KeyCombination.SHORTCUT_DOWN);

  private DropZone() {}

  /** Accepts files that are dropped anywhere on it. */
  static void accept(Node on, Consumer<List<Path>> take) {
    on.addEventHandler(
        DragEvent.DRAG_OVER,
        drag -> {
          if (drag.getDragboard().hasFiles()) {
            drag.acceptTransferModes(TransferMode.COPY);
            on.pseudoClassStateChanged(OVER, true);
            drag.consume();
          }
        });
    on.addEventHandler(DragEvent.DRAG_EXITED, _ -> on.pseudoClassStateChanged(OVER, false));
    on.addEventHandler(
        DragEvent.DRAG_DROPPED,
        drag -> {
          on.pseudoClassStateChanged(OVER, false);
          if (drag.getDragboard().hasFiles()) {
            take.accept(paths(drag.getDragboard().getFiles()));
            drag.setDropCompleted(true);
            drag.consume();
          }
        });
  }

  static Node of(Texts texts, Consumer<List<Path>> take) {
    final Label words = PageElements.label(texts.say("drop"), "quiet");
    words.setGraphic(PageElements.icon("fth-download"));
    words.setMinWidth(0);
    final Button choose =
        PageElements.button(texts.say("choose-files"), () -> {}, "small", "choose-files");
    choose.setMinWidth(Region.USE_PREF_SIZE);
    final HBox zone = new HBox(words, PageElements.spring(), choose);
    zone.setAlignment(Pos.CENTER_LEFT);
    zone.getStyleClass().add("drop-zone");
    choose.setOnAction(_ -> {
      final FileChooser chooser = new FileChooser();
      chooser.setTitle(texts.say("choose-files"));
      final List<File> files = chooser.showOpenMultipleDialog(zone.getScene().getWindow());
      if (files != null) {
        take.accept(paths(files));
      }
    });
    choose.setOnKeyPressed(key -> {
      if (PASTE.match(key) && Clipboard.getSystemClipboard().hasFiles()) {
        take.accept(paths(Clipboard.getSystemClipboard().getFiles()));
        key.consume();
      }
    });
    return zone;
  }

  private static List<Path> paths(List<File> files) {
    return files.stream().map(File::toPath).toList();
  }
}
