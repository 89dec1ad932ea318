package io.lull.tray.cluster.machines;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** A machine's place in the table, which stays while what is told of it changes. */
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
