package io.lull.tray.job;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.io.File;
import java.util.List;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;

/** A job's results: a picture if there is one, files to save. */
final class ResultsBox {
  private static final double PICTURE_SIDE = 260;

  private final ResultsViewModel model;
  private final Texts texts;
  private final Node root;

  ResultsBox(ResultsViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    final VBox rows = new VBox();
    rows.getStyleClass().add("rows");
    PageElements.follow(model.outputs(), rows, this::row);
    final VBox values = new VBox();
    values.getStyleClass().add("check-values");
    PageElements.follow(model.values(), values, line -> PageElements.label(line, "mono"));
    PageElements.only(values, Bindings.isNotEmpty(model.values()));
    final VBox files =
        new VBox(
            rows,
            values,
            line(PageElements.prose(model.progressProperty(), "quiet", "small-text")),
            line(PageElements.prose(model.toldProperty(), "told", "small-text")),
            line(PageElements.prose(model.problemProperty(), "problem", "small-text")),
            bottom());
    files.getStyleClass().add("result-files");
    files.setPrefWidth(1);
    HBox.setHgrow(files, Priority.ALWAYS);
    final HBox beside = new HBox(picture(), files);
    beside.getStyleClass().add("result");
    final VBox card = PageElements.card(beside);
    this.root =
        PageElements.only(
            PageElements.section(texts.say("results"), card),
            Bindings.createBooleanBinding(
                () ->
                    !model.outputs().isEmpty()
                        || !model.values().isEmpty()
                        || !model.keptProperty().get().isEmpty(),
                model.outputs(),
                model.values(),
                model.keptProperty()));
  }

  Node node() {
    return root;
  }

  private static Node line(Label label) {
    return PageElements.only(label, label.textProperty().isNotEmpty());
  }

  private Node picture() {
    final ImageView view = new ImageView();
    view.setPreserveRatio(true);
    view.setFitWidth(PICTURE_SIDE);
    view.setFitHeight(PICTURE_SIDE);
    final StackPane frame = new StackPane(view);
    frame.getStyleClass().add("picture");
    frame.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
    model
        .pictureProperty()
        .subscribe((Optional<ResultsViewModel.Picture> now) -> {
          // Read by a thread of the toolkit's own.
          view.setImage(now.map(shown -> new Image(shown.place().toString(), true)).orElse(null));
          final String name = now.map(ResultsViewModel.Picture::name).orElse("");
          view.setAccessibleText(texts.say("results.picture", name));
        });
    return PageElements.only(frame, model.pictureProperty().map(Optional::isPresent));
  }

  private Node row(Output output) {
    final Label name = PageElements.label(output.name(), "row-main");
    final Label size = PageElements.label(output.size(), "row-detail");
    final VBox words = new VBox(name, size);
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    final HBox row = new HBox(words);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("row");
    if (output.picture()) {
      final Button open = small("results.open", () -> model.open(output));
      open.setAccessibleText(texts.say("results.open-one", output.name()));
      open.getStyleClass().add("open-result");
      row.getChildren().add(open);
    }
    final Button save = small("results.save", () -> save(List.of(output)));
    save.setAccessibleText(texts.say("results.save-one", output.name()));
    row.getChildren().add(save);
    return row;
  }

  private Button small(String key, Runnable action) {
    final Button button = PageElements.button(texts.say(key), action, "small");
    button.setMinWidth(Region.USE_PREF_SIZE);
    return button;
  }

  private Node bottom() {
    final Button all = small("results.save-all", () -> save(List.copyOf(model.outputs())));
    PageElements.only(all, Bindings.size(model.outputs()).greaterThan(1));
    final Label kept = PageElements.prose(model.keptProperty(), "row-detail");
    HBox.setHgrow(kept, Priority.ALWAYS);
    kept.setMaxWidth(Double.MAX_VALUE);
    final HBox bottom = new HBox(kept, all);
    bottom.setAlignment(Pos.CENTER_LEFT);
    bottom.getStyleClass().add("actions");
    return bottom;
  }

  private void save(List<Output> outputs) {
    final DirectoryChooser chooser = new DirectoryChooser();
    chooser.setTitle(texts.say("results.where"));
    final File folder = chooser.showDialog(root.getScene().getWindow());
    if (folder != null) {
      model.save(outputs, folder.toPath());
    }
  }
}
