package io.lull.tray.cluster.machines;

import io.lull.tray.ui.PageElements;
import javafx.geometry.Pos;
import javafx.scene.control.TableCell;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** A machine's text in a column. */
final class MachineCell extends TableCell<MachineRow, Machine> {
  private final Column column;
  private final @Nullable Region dot;

  MachineCell(Column column) {
    this.column = column;
    this.dot = column == Column.STATE ? new Region() : null;
    if (dot != null) {
      dot.getStyleClass().add("tone-dot");
    }
    setAlignment(
        column == Column.CORES || column == Column.MEMORY ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
    getStyleClass().add("machine-" + column.key());
  }

  @Override
  protected void updateItem(@Nullable Machine machine, boolean empty) {
    super.updateItem(machine, empty);
    if (empty || machine == null) {
      setText(null);
      setGraphic(null);
      return;
    }
    setText(column.text(machine));
    if (dot != null) {
      PageElements.tone(dot, machine.tone());
      setGraphic(dot);
    }
  }
}
