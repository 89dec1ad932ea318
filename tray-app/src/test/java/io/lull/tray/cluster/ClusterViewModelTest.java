package io.lull.tray.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.NodeView;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.chart.MachineUse;
import io.lull.tray.cluster.lanes.LanesViewModel;
import io.lull.tray.cluster.machines.Column;
import io.lull.tray.cluster.machines.MachineRow;
import io.lull.tray.cluster.machines.MachinesViewModel;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.SampleCluster;
import io.lull.tray.screen.SampleOffice;
import io.lull.tray.screen.Samples;
import io.lull.tray.text.Phrases;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterViewModelTest {
  private static final Duration YEAR = Duration.ofDays(400);

  private static ClusterViewModel model(GridAccess grid) {
    final ClusterViewModel model =
        new ClusterViewModel(
            grid,
            new UiThread(Runnable::run),
            new Phrases(Locale.ENGLISH, ZoneOffset.UTC),
            new VirtualClock(Samples.NOW));
    model.inSight(true);
    return model;
  }

  private static List<String> names(MachinesViewModel machines) {
    return machines.found().stream().map(row -> row.machine().name()).toList();
  }

  @Test
  void saysHowTheClusterIsNow() {
    final ClusterViewModel model = model(SampleCluster.of(50, YEAR));
    assertThat(model.presenceProperty().get()).isEqualTo(ContentState.SHOWN);
    assertThat(model.headlineProperty().get())
        .isEqualTo("6 of 50 machines are idle, 4 are running jobs");
    assertThat(model.machines().countsProperty().get().values().stream().mapToInt(i -> i).sum())
        .isEqualTo(50);
  }

  @Test
  void whatIsNotThereIsSaidAndWhatWasIsShownWithItsAge() {
    assertThat(model(SampleCluster.of(0, YEAR)).presenceProperty().get())
        .isEqualTo(ContentState.EMPTY);
    final ClusterViewModel gone = model(SampleCluster.gone(4));
    assertThat(gone.presenceProperty().get()).isEqualTo(ContentState.SHOWN);
    assertThat(gone.machines().found()).hasSize(4);
    assertThat(gone.problemProperty().get())
        .contains("no coordinator answers at grid.example.org:7400")
        .contains("Last updated at 15:40.");
  }

  @Test
  void whoHasNotLoggedInIsToldHowTo() {
    final ClusterViewModel model = model(SampleCluster.unknown());
    assertThat(model.presenceProperty().get()).isEqualTo(ContentState.STRANGER);
    assertThat(model.texts().say("instead.stranger.command")).contains("lull login");
  }

  @Test
  void onlyWhoAdministersIsOfferedWhatOnlyTheyMay() {
    assertThat(model(SampleCluster.of(4, YEAR)).administersProperty().get()).isTrue();
    final SampleCluster others = SampleCluster.of(4, YEAR);
    others.administers = false;
    final ClusterViewModel model = model(others);
    assertThat(model.administersProperty().get()).isFalse();
    assertThat(others.asked).noneMatch(asked -> asked.startsWith("lanes"));
  }

  @Test
  void machinesAreFoundByWordsOfTheirNameStateJobOrLabelsAndByTheirUse() {
    final MachinesViewModel machines = model(SampleCluster.of(50, YEAR)).machines();
    machines.textProperty().set("FLOOR=3 office-3");
    assertThat(names(machines)).containsExactly("office-3", "office-31", "office-35", "office-39");
    machines.textProperty().set("drained");
    assertThat(names(machines)).containsExactly("office-3");
    machines.textProperty().set("");
    machines.useProperty().set(Optional.of(MachineUse.RUNNING));
    assertThat(machines.found())
        .hasSize(4)
        .allSatisfy(row -> assertThat(row.machine().job()).startsWith("J"));
    assertThat(machines.csv().split("\r\n")).hasSize(5);
  }

  @Test
  void rowsStayWhatTheyAreWhileWhatTheySayChanges() {
    final MachinesViewModel machines = model(SampleCluster.of(0, YEAR)).machines();
    final List<NodeView> nodes = new ArrayList<>(new SampleOffice(3, Samples.NOW, YEAR).nodes());
    machines.show(nodes);
    final MachineRow second = machines.found().get(1);
    nodes.set(1, nodes.get(1).toBuilder().setState("offline").build());
    nodes.removeFirst();
    nodes.add(NodeView.newBuilder().setName("office-10").setState("of a newer version").build());
    machines.show(nodes);
    assertThat(machines.found().getFirst()).isSameAs(second);
    assertThat(second.machine().state()).isEqualTo("Offline");
    assertThat(names(machines)).containsExactly("office-2", "office-3", "office-10");
    assertThat(machines.found().getLast().machine().state()).isEqualTo("of a newer version");
  }

  @Test
  void namesAreSortedAsPeopleCount() {
    final MachinesViewModel machines = model(SampleCluster.of(12, YEAR)).machines();
    assertThat(
            machines.found().stream()
                .map(MachineRow::machine)
                .sorted(Column.NAME.order())
                .map(machine -> machine.name())
                .limit(3))
        .containsExactly("office-1", "office-2", "office-3");
  }

  @Test
  void whatMayNotBeDoneIsSaid() {
    final MachinesViewModel machines = model(SampleCluster.of(4, YEAR)).machines();
    machines.drain(machines.found().getFirst().machine(), true);
    assertThat(machines.problemProperty().get())
        .isEqualTo("That didn't work: only administrators may do this");
  }

  @Test
  void lanesAreAskedForOnlyWhileTheyAreOpenAFewMachinesAtATime() {
    final SampleCluster cluster = SampleCluster.of(23, YEAR);
    final LanesViewModel lanes = model(cluster).lanes();
    assertThat(cluster.asked).noneMatch(asked -> asked.startsWith("lanes"));
    lanes.open(true);
    assertThat(lanes.rowsProperty().get()).hasSize(10);
    assertThat(lanes.pageProperty().get()).isEqualTo("1–10 of 23");
    assertThat(lanes.happenings()).isNotEmpty();
    lanes.turn(2);
    assertThat(lanes.rowsProperty().get()).hasSize(3);
    lanes.turn(1);
    assertThat(lanes.pageProperty().get()).isEqualTo("21–23 of 23");
    lanes.textProperty().set("ice-7");
    assertThat(lanes.rowsProperty().get())
        .singleElement()
        .satisfies(row -> assertThat(row.node()).isEqualTo("office-7"));
    final long before = cluster.asked.size();
    lanes.open(false);
    lanes.sight().step(-3);
    assertThat(cluster.asked).hasSize((int) before);
  }
}
