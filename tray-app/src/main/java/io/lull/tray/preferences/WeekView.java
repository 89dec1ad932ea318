package io.lull.tray.preferences;

import io.lull.tray.text.Texts;
import io.lull.tray.ui.PageElements;
import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.Locale;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/**
 * A week that is painted: by dragging, or with arrows and the space bar, with Shift to paint on.
 */
final class WeekView {
  private static final PseudoClass GUESTS = PseudoClass.getPseudoClass("guests");
  private static final PseudoClass CURSOR = PseudoClass.getPseudoClass("cursor");
  private static final PseudoClass LOCKED = PseudoClass.getPseudoClass("locked");
  private static final int[] HOURS = {0, 6, 12, 18, 24};
  private static final int HOUR_SLOTS = 2;
  private static final int NOON = 24;

  private final WeekModel model;
  private final Texts texts;
  private final Board board = new Board();
  private final VBox root = new VBox();
  private int cursorDay;
  private int cursorSlot = NOON;

  WeekView(WeekModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    final VBox days = new VBox();
    days.getStyleClass().add("week-days");
    for (final DayOfWeek day : DayOfWeek.values()) {
      final Label label = PageElements.label(name(day, TextStyle.SHORT_STANDALONE), "week-day");
      VBox.setVgrow(label, Priority.ALWAYS);
      label.setMaxHeight(Double.MAX_VALUE);
      days.getChildren().add(label);
    }
    HBox.setHgrow(board, Priority.ALWAYS);
    final HBox hours = new HBox();
    hours.getStyleClass().add("week-hours");
    for (int i = 0; i < HOURS.length; i++) {
      hours
          .getChildren()
          .add(PageElements.label(String.format(Locale.ROOT, "%02d", HOURS[i]), "hour"));
      if (i + 1 < HOURS.length) {
        hours.getChildren().add(PageElements.spring());
      }
    }
    final HBox row = new HBox(days, board);
    row.getStyleClass().add("week-row");
    root.getChildren().addAll(row, hours);
    root.getStyleClass().add("week");
    model.weekProperty().subscribe(_ -> board.show());
    model
        .schedule()
        .lockedProperty()
        .subscribe(locked -> board.pseudoClassStateChanged(LOCKED, locked));
    board.focusedProperty().subscribe(_ -> board.show());
  }

  Node node() {
    return root;
  }

  private String name(DayOfWeek day, TextStyle style) {
    return day.getDisplayName(style, texts.locale());
  }

  /** The half hours, for any width. */
  private final class Board extends Pane {
    private final Region[][] cells = new Region[Week.DAYS][Week.SLOTS];

    Board() {
      getStyleClass().add("week-board");
      setFocusTraversable(true);
      setAccessibleRole(AccessibleRole.SLIDER);
      for (int day = 0; day < Week.DAYS; day++) {
        for (int slot = 0; slot < Week.SLOTS; slot++) {
          final Region cell = new Region();
          cell.getStyleClass().add("week-cell");
          cell.setMouseTransparent(true);
          cells[day][slot] = cell;
          getChildren().add(cell);
        }
      }
      addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
      addEventHandler(MouseEvent.MOUSE_DRAGGED, this::drag);
      addEventHandler(MouseEvent.MOUSE_RELEASED, _ -> model.end());
      addEventHandler(KeyEvent.KEY_PRESSED, this::key);
    }

    private void press(MouseEvent event) {
      requestFocus();
      cursorDay = day(event);
      cursorSlot = slot(event);
      model.begin(cursorDay, cursorSlot);
      show();
    }

    private void drag(MouseEvent event) {
      cursorDay = day(event);
      cursorSlot = slot(event);
      model.go(cursorDay, cursorSlot);
    }

    private int day(MouseEvent event) {
      return Math.clamp((int) (event.getY() * Week.DAYS / getHeight()), 0, Week.DAYS - 1);
    }

    private int slot(MouseEvent event) {
      return Math.clamp((int) (event.getX() * Week.SLOTS / getWidth()), 0, Week.SLOTS - 1);
    }

    private void key(KeyEvent event) {
      final KeyCode code = event.getCode();
      switch (code) {
        case UP, DOWN, LEFT, RIGHT -> move(code, event.isShiftDown());
        case SPACE, ENTER -> {
          model.begin(cursorDay, cursorSlot);
          model.end();
        }
        default -> {
          return;
        }
      }
      event.consume();
    }

    /** With Shift the next half hour gets this one's value. */
    private void move(KeyCode code, boolean paints) {
      final boolean allows = model.weekProperty().get().guests(cursorDay, cursorSlot);
      switch (code) {
        case UP -> cursorDay = Math.max(0, cursorDay - 1);
        case DOWN -> cursorDay = Math.min(Week.DAYS - 1, cursorDay + 1);
        case LEFT -> cursorSlot = Math.max(0, cursorSlot - 1);
        default -> cursorSlot = Math.min(Week.SLOTS - 1, cursorSlot + 1);
      }
      if (paints && model.weekProperty().get().guests(cursorDay, cursorSlot) != allows) {
        model.begin(cursorDay, cursorSlot);
        model.end();
      }
      show();
    }

    void show() {
      final Week week = model.weekProperty().get();
      for (int day = 0; day < Week.DAYS; day++) {
        for (int slot = 0; slot < Week.SLOTS; slot++) {
          final boolean here = isFocused() && day == cursorDay && slot == cursorSlot;
          cells[day][slot].pseudoClassStateChanged(GUESTS, week.guests(day, slot));
          cells[day][slot].pseudoClassStateChanged(CURSOR, here);
        }
      }
      setAccessibleText(
          texts.say(
              week.guests(cursorDay, cursorSlot) ? "week.cell.guests" : "week.cell.owner",
              name(DayOfWeek.of(cursorDay + 1), TextStyle.FULL_STANDALONE),
              String.format(
                  Locale.ROOT,
                  "%02d:%02d",
                  cursorSlot / HOUR_SLOTS,
                  cursorSlot % HOUR_SLOTS * 30)));
    }

    @Override
    protected void layoutChildren() {
      for (int day = 0; day < Week.DAYS; day++) {
        final double top = Math.floor(day * getHeight() / Week.DAYS);
        final double bottom = Math.floor((day + 1) * getHeight() / Week.DAYS);
        for (int slot = 0; slot < Week.SLOTS; slot++) {
          final double left = Math.floor(slot * getWidth() / Week.SLOTS);
          final double right = Math.floor((slot + 1) * getWidth() / Week.SLOTS);
          final int gap = slot % HOUR_SLOTS == HOUR_SLOTS - 1 ? 1 : 0;
          cells[day][slot].resizeRelocate(left, top, right - left - gap, bottom - top - 2);
        }
      }
    }
  }
}
