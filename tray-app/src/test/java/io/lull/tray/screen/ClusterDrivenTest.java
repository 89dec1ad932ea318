package io.lull.tray.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.NodeView;
import io.lull.testkit.time.Eventually;
import io.lull.testkit.time.VirtualClock;
import io.lull.tray.cluster.ClusterView;
import io.lull.tray.cluster.ClusterViewModel;
import io.lull.tray.cluster.machines.MachineRow;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.ui.Theme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.application.ColorScheme;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the cluster under a robot's hands. */
class ClusterDrivenTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final double SUNDAY = 6.5 / 7;
  private static final double FOUR_O_CLOCK = 4.5 / 24;

  @TempDir private Path folder;

  private final SampleCluster cluster = SampleCluster.of(50, Duration.ofDays(400));
  private final VirtualClock clock = new VirtualClock(Samples.NOW);
  private final ClusterViewModel model =
      new ClusterViewModel(
          cluster, new UiThread(Runnable::run), new Phrases(Locale.ENGLISH, ZoneOffset.UTC), clock);
  private final Stage stage = Toolkit.get(Stage::new);

  private Parent open() {
    return Toolkit.get(() -> {
      Theme.use(ColorScheme.LIGHT);
      final ClusterView view =
          new ClusterView(model, (name, kind) -> Optional.of(folder.resolve(name)), () -> {});
      final Scene scene = new Scene(view.node(), 900, 680);
      Theme.dress(scene);
      view.shown();
      stage.setScene(scene);
      stage.show();
      return view.node();
    });
  }

  @AfterEach
  void end() {
    Toolkit.run(stage::hide);
  }

  private static void type(KeyCode key) {
    Toolkit.run(() -> new Robot().keyType(key));
  }

  private static void at(Node node, double x, double y, Consumer<Robot> act) {
    Toolkit.run(() -> {
      final Bounds bounds = node.localToScreen(node.getBoundsInLocal());
      final Robot robot = new Robot();
      robot.mouseMove(
          bounds.getMinX() + x * bounds.getWidth(), bounds.getMinY() + y * bounds.getHeight());
      act.accept(robot);
    });
  }

  private static Stream<String> said(Parent root) {
    return root.lookupAll(".label").stream().map(Label.class::cast).map(Label::getText);
  }

  private static void awaitSaid(Parent root, String pattern) {
    Eventually.await(
        pattern + " is read",
        PATIENCE,
        () ->
            Toolkit.get(() -> said(root).anyMatch(text -> text != null && text.matches(pattern))));
  }

  @Test
  void theHourWithTheMostIdleMachinesIsFoundByMouseAndByKeys() {
    final Parent root = open();
    awaitSaid(root, "Best time: Sunday 04:00 \\(3\\d of 4\\d idle\\)");
    final Node week = Toolkit.get(() -> root.lookup(".hours-of-week"));
    final double plot = Toolkit.get(() -> 34 / week.getBoundsInLocal().getWidth());
    final double days = Toolkit.get(() -> 1 - 18 / week.getBoundsInLocal().getHeight());
    at(week, plot + (1 - plot) * FOUR_O_CLOCK, days * SUNDAY, _ -> {});
    awaitSaid(root, "Sunday 04:00: 3\\d of 4\\d idle");
    at(week, plot / 2, 0.99, _ -> {});
    Toolkit.run(week::requestFocus);
    type(KeyCode.RIGHT);
    awaitSaid(root, "Sunday 05:00: \\d+ of 4\\d idle");
    type(KeyCode.UP);
    awaitSaid(root, "Saturday 05:00: \\d+ of 4\\d idle");
  }

  @Test
  void theChartIsMovedByKeysAndByDragging() {
    final Parent root = open();
    awaitSaid(root, "Mean, Wednesday, 15:40 – now");
    assertThat(
            Toolkit.get(() ->
                root.lookupAll(".toggle-button").stream()
                    .map(ToggleButton.class::cast)
                    .filter(ToggleButton::isSelected)
                    .map(ToggleButton::getText)
                    .toList()))
        .contains("Over time", "Day");
    final Node chart = Toolkit.get(() -> root.lookup(".stack-chart"));
    Toolkit.run(chart::requestFocus);
    type(KeyCode.LEFT);
    awaitSaid(root, "Mean, Wednesday, 12:40 – 12:40");
    type(KeyCode.END);
    awaitSaid(root, "Mean, Wednesday, 15:40 – now");
    at(
        chart,
        0.4,
        0.5,
        robot -> {
          robot.mousePress(MouseButton.PRIMARY);
          robot.mouseMove(robot.getMouseX() + 200, robot.getMouseY());
          robot.mouseRelease(MouseButton.PRIMARY);
        });
    Eventually.await(
        "it was dragged to earlier times",
        PATIENCE,
        () -> Toolkit.get(() -> !model.past().sight().sight().following()));
  }

  @Test
  void whatIsPointedAtByKeysIsReadAndStaysSoWhileTimeGoesOn() {
    final Parent root = open();
    awaitSaid(root, "Mean, .* – now");
    final Node chart = Toolkit.get(() -> root.lookup(".stack-chart"));
    Toolkit.run(chart::requestFocus);
    Toolkit.run(() -> {
      final Robot robot = new Robot();
      robot.keyPress(KeyCode.SHIFT);
      robot.keyType(KeyCode.LEFT);
      robot.keyRelease(KeyCode.SHIFT);
    });
    Eventually.await(
        "a part of the chart is read",
        PATIENCE,
        () -> !Toolkit.get(chart::getAccessibleText).contains("Mean"));
    final String read = Toolkit.get(chart::getAccessibleText);
    Toolkit.run(() -> {
      clock.advance(Duration.ofSeconds(8));
      model.past().tick();
    });
    assertThat(Toolkit.get(chart::getAccessibleText))
        .startsWith(read.substring(0, 4))
        .doesNotContain("Mean");
  }

  @Test
  void whatIsShownIsTakenAlongAsATableAndAsAPicture() throws IOException {
    final Parent root = open();
    final MenuButton export = (MenuButton) Toolkit.get(() -> root.lookup(".menu-button"));
    Toolkit.run(() -> export.getItems().forEach(item -> item.fire()));
    final Path table = folder.resolve("lull-availability.csv");
    final Path picture = folder.resolve("lull-availability.png");
    Eventually.await(
        "both are there", PATIENCE, () -> Files.exists(table) && Files.exists(picture));
    assertThat(Files.readAllLines(table))
        .hasSizeGreaterThan(280)
        .first()
        .isEqualTo("from,until,running,available,owner,offline");
    assertThat(Files.readAllBytes(picture))
        .hasSizeGreaterThan(2000)
        .startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void theChosenMachineAndThePlaceInTheTableStayWhileMachinesChange() {
    final Parent root = open();
    choose(root, "Machines");
    final TableView<MachineRow> table = table(root);
    Toolkit.run(() -> {
      table.getSelectionModel().select(30);
      table.scrollTo(24);
    });
    final MachineRow chosen = Toolkit.get(() -> table.getSelectionModel().getSelectedItem());
    Toolkit.run(() -> {
      final List<NodeView> nodes =
          new ArrayList<>(new SampleOffice(52, Samples.NOW, Duration.ofDays(1)).nodes());
      nodes.set(30, nodes.get(30).toBuilder().setState("offline").build());
      nodes.removeFirst();
      model.machines().show(nodes);
    });
    assertThat(Toolkit.get(() -> table.getSelectionModel().getSelectedItem())).isSameAs(chosen);
    assertThat(chosen.machine().state()).isEqualTo("Offline");
    assertThat(table.getItems()).hasSize(51);
    Toolkit.run(() -> model.machines().textProperty().set("office-31"));
    assertThat(Toolkit.get(() -> table.getSelectionModel().getSelectedItem())).isSameAs(chosen);
  }

  @Test
  void whoIsNoAdministratorSeesNeitherLanesNorWhatTheyMayNotDo() {
    cluster.administers = false;
    final Parent root = open();
    assertThat(Toolkit.get(() -> shown(root).toList()))
        .contains("Over time", "Machines")
        .doesNotContain("Machine by machine");
    choose(root, "Machines");
    final TableView<MachineRow> table = table(root);
    Toolkit.run(() -> table.getSelectionModel().select(3));
    assertThat(
            Toolkit.get(() ->
                root.lookupAll(".button").stream()
                    .filter(Node::isVisible)
                    .map(Node::getAccessibleText)
                    .filter(text -> text != null && text.startsWith("Drain"))
                    .toList()))
        .isEmpty();
  }

  @SuppressWarnings("unchecked") // There is one table.
  private static TableView<MachineRow> table(Parent root) {
    return (TableView<MachineRow>) Toolkit.get(() -> root.lookup(".table-view"));
  }

  private static Stream<String> shown(Parent root) {
    return root.lookupAll(".toggle-button").stream()
        .filter(Node::isVisible)
        .map(ToggleButton.class::cast)
        .map(ToggleButton::getText);
  }

  private static void choose(Parent root, String part) {
    Toolkit.run(() -> {
      root.lookupAll(".toggle-button").stream()
          .map(ToggleButton.class::cast)
          .filter(button -> button.getText().equals(part))
          .findFirst()
          .orElseThrow()
          .fire();
      root.applyCss();
      root.layout();
    });
  }
}
