package io.lull.tray.cluster.machines;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** A machine's row in the table, which stays while its content changes. */
public final class MachineRow {
  private final ReadOnlyObjectWrapper<Machine> machine;

  MachineRow(Machine machine) {
    this.machine = new ReadOnlyObjectWrapper<>(machine);
  }

  void show(Machine now) {
    machine.set(now);
  }

  public Machine machine() {
    return machine.get();
  }

  public ReadOnlyObjectProperty<Machine> machineProperty() {
    return machine.getReadOnlyProperty();
  }
}
