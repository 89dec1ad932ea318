package io.lull.tray.cluster.machines;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.NodeView;
import io.lull.tray.chart.MachineUse;
import io.lull.tray.export.Csv;
import io.lull.tray.export.Export;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;

/** The machines, the filtered ones among them, and the actions on them. */
public final class MachinesViewModel {
  private final GridAccess grid;
  private final UiThread uiThread;
  private final Texts texts;
  private final MachineWords words;
  private final Clock clock;
  private final Map<String, MachineRow> byName = new HashMap<>();
  private final ObservableList<MachineRow> all =
      FXCollections.observableArrayList(row -> new Observable[] {row.machineProperty()});
  private final FilteredList<MachineRow> found = new FilteredList<>(all);
  private final StringProperty text = new SimpleStringProperty("");
  private final SimpleObjectProperty<Optional<MachineUse>> use =
      new SimpleObjectProperty<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Map<MachineUse, Integer>> counts =
      new ReadOnlyObjectWrapper<>(Map.of());
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");

  public MachinesViewModel(GridAccess grid, UiThread uiThread, Phrases phrases, Clock clock) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.texts = Texts.of("cluster", phrases.texts().locale());
    this.words = new MachineWords(texts, phrases);
    this.clock = clock;
    text.subscribe(this::search);
    use.subscribe(this::search);
  }

  /** Rows of remaining machines stay the same objects: selection and position are kept. */
  public void show(List<NodeView> nodes) {
    final Map<MachineUse, Integer> counted = new EnumMap<>(MachineUse.class);
    final List<MachineRow> added = new ArrayList<>();
    final Map<String, Machine> now = new HashMap<>();
    for (final NodeView node : nodes) {
      final Machine machine = words.of(node, clock.epochMillis());
      counted.merge(machine.use(), 1, Integer::sum);
      now.put(machine.name(), machine);
    }
    if (all.removeIf(row -> !now.containsKey(row.machine().name()))) {
      byName.keySet().retainAll(now.keySet());
    }
    now.values()
        .forEach(machine -> {
          final MachineRow row = byName.get(machine.name());
          if (row != null) {
            row.show(machine);
          } else {
            final MachineRow fresh = new MachineRow(machine);
            byName.put(machine.name(), fresh);
            added.add(fresh);
          }
        });
    if (!added.isEmpty()) {
      added.sort((a, b) -> Column.NAME.order().compare(a.machine(), b.machine()));
      all.addAll(added);
    }
    counts.set(Collections.unmodifiableMap(counted));
  }

  private void search() {
    final List<String> words =
        Stream.of(text.get().toLowerCase(texts.locale()).split("\\s+"))
            .filter(word -> !word.isEmpty())
            .toList();
    final Optional<MachineUse> only = use.get();
    found.setPredicate(row ->
        (only.isEmpty() || row.machine().use() == only.get()) && matches(row.machine(), words));
  }

  /** Each search word occurs in the name, the state, the job or a label. */
  private boolean matches(Machine machine, List<String> sought) {
    final String said =
        String.join("\n", machine.name(), machine.state(), machine.job(), machine.labels())
            .toLowerCase(texts.locale());
    return sought.stream().allMatch(said::contains);
  }

  /** Drains a machine, or ends that. */
  public void drain(Machine machine, boolean drained) {
    uiThread.answer(
        grid.ask(client ->
            drained
                ? client.drain(machine.name(), GridClient.AT_ONCE)
                : client.undrain(machine.name())),
        view -> {
          problem.set("");
          final MachineRow row = byName.get(view.getName());
          if (row != null) {
            row.show(words.of(view, clock.epochMillis()));
          }
          grid.nodes().refresh();
        },
        failure -> problem.set(texts.say("failed", ClientFailure.lineOf(failure))));
  }

  /** The filtered machines, for a spreadsheet. */
  public String csv() {
    final Csv csv =
        new Csv().row("name", "use", "state", "job", "cores", "memory_bytes", "labels", "reason");
    found.stream()
        .map(MachineRow::machine)
        .sorted(Column.NAME.order())
        .forEach(machine ->
            csv.row(
                machine.name(),
                machine.use().key(),
                machine.state(),
                machine.job(),
                Integer.toString(machine.cores()),
                Long.toString(machine.memoryBytes()),
                machine.labels(),
                machine.reason()));
    return csv.text();
  }

  /** Writes the content to files. */
  public Export export() {
    return new Export(uiThread, texts);
  }

  /** The description of a row, for screen readers. */
  public String spoken(Machine machine) {
    return String.format(
        Locale.ROOT, "%s, %s, %s", machine.name(), machine.state(), machine.reason());
  }

  public Texts texts() {
    return texts;
  }

  /** The filtered machines. */
  public ObservableList<MachineRow> found() {
    return found;
  }

  /** The search words. */
  public StringProperty textProperty() {
    return text;
  }

  /** The use to filter by; empty: any. */
  public SimpleObjectProperty<Optional<MachineUse>> useProperty() {
    return use;
  }

  /** The number of machines in each use, without filters. */
  public ReadOnlyObjectProperty<Map<MachineUse, Integer>> countsProperty() {
    return counts.getReadOnlyProperty();
  }

  /** The failure of the last request; empty: none. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
