package io.lull.tray.job;

import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;

/** A drawing of the owners of the data's parts; parts move to their new places without flicker. */
final class PartitionPane extends Pane {
  private static final double GREATEST_HEIGHT = 300;
  private static final double LEAST_HEIGHT = 120;
  private static final double GAP = 2;

  /** Parts of at least this size show the machine's name, or the rank alone. */
  private static final double NAME_WIDTH = 74;

  private static final double NAME_HEIGHT = 50;
  private static final double RANK_SIDE = 16;

  private final Texts texts;
  private final Phrases phrases;
  private final Map<Integer, PartBox> boxes = new HashMap<>();
  private Partition shown = Partition.NOTHING;

  /** A part. */
  private static final class PartBox extends VBox {
    private final Label rank = PageElements.label("", "part-rank");
    private final Label node = PageElements.label("", "part-node");
    private final Label share = PageElements.label("", "part-share");
    private final Tooltip tooltip = new Tooltip();

    PartBox() {
      getStyleClass().add("part-box");
      setAlignment(Pos.CENTER);
      getChildren().addAll(rank, node, share);
      Tooltip.install(this, tooltip);
    }
  }

  PartitionPane(Texts texts, Phrases phrases) {
    this.texts = texts;
    this.phrases = phrases;
    getStyleClass().add("partition");
  }

  void show(Partition now) {
    if (now.equals(shown)) {
      return;
    }
    shown = now;
    final var ranks = now.parts().stream().map(Partition.Part::rank).collect(Collectors.toSet());
    getChildren().removeIf(child -> !ranks.contains((Integer) child.getUserData()));
    boxes.keySet().retainAll(ranks);
    for (final Partition.Part part : now.parts()) {
      final PartBox box =
          boxes.computeIfAbsent(
              part.rank(),
              rank -> {
                final PartBox made = new PartBox();
                made.setUserData(rank);
                getChildren().add(made);
                return made;
              });
      box.rank.setText(Integer.toString(part.rank()));
      box.node.setText(part.node());
      box.share.setText(phrases.percent(part.share()));
      box.tooltip.setText(words(part));
      box.setAccessibleText(words(part));
      PageElements.tone(box, part.tone());
    }
    setAccessibleText(now.parts().stream().map(this::words).collect(Collectors.joining("; ")));
    requestLayout();
    requestParentLayout();
  }

  private String words(Partition.Part part) {
    return texts.say("part", part.rank(), part.node(), phrases.percent(part.share()), part.owner());
  }

  @Override
  protected double computePrefHeight(double width) {
    final double wide = width > 0 ? width : getWidth();
    return Math.clamp(wide / Math.max(0.1, shown.shape()), LEAST_HEIGHT, GREATEST_HEIGHT);
  }

  @Override
  protected void layoutChildren() {
    final List<Partition.Part> parts = shown.parts();
    for (final Partition.Part part : parts) {
      final PartBox box = boxes.get(part.rank());
      if (box == null) {
        continue;
      }
      final double left = snapPositionX(part.left() * getWidth());
      final double top = snapPositionY(part.top() * getHeight());
      final double right = snapPositionX((part.left() + part.width()) * getWidth());
      final double bottom = snapPositionY((part.top() + part.height()) * getHeight());
      final double width = Math.max(1, right - left - GAP);
      final double height = Math.max(1, bottom - top - GAP);
      final boolean named = width >= NAME_WIDTH && height >= NAME_HEIGHT;
      box.node.setVisible(named);
      box.node.setManaged(named);
      box.share.setVisible(named);
      box.share.setManaged(named);
      // Decides by exact sizes: of equal parts all have a number, or none has.
      box.rank.setVisible(
          part.width() * getWidth() - GAP >= box.rank.prefWidth(-1) + GAP
              && part.height() * getHeight() - GAP >= RANK_SIDE);
      box.resizeRelocate(left, top, width, height);
    }
  }
}
