package io.lull.platform.linux.tray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.platform.linux.dbus.BusBody;
import io.lull.platform.linux.dbus.BusMessage;
import io.lull.platform.linux.dbus.BusValues;
import io.lull.platform.linux.dbus.BusVariant;
import io.lull.platform.linux.dbus.OwnBus;
import io.lull.platform.tray.PanelBrightness;
import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayMenuItem;
import io.lull.platform.tray.TrayMenuItem.Action;
import io.lull.platform.tray.TrayMenuItem.Checked;
import io.lull.platform.tray.TrayMenuItem.Header;
import io.lull.platform.tray.TrayMenuItem.Separator;
import io.lull.platform.tray.TrayMenuItem.Submenu;
import io.lull.platform.tray.TrayNotice;
import io.lull.platform.tray.TrayState;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What panels see of an icon and its menu, and what comes back from them. */
class PanelIconTest {
  @RegisterExtension static final OwnBus bus = new OwnBus();

  private static final TrayContent FACE =
      face(
          TrayState.AVAILABLE,
          "away since 14:02, guests may come",
          new Header("Guests may come"),
          new Separator(),
          new Action("open", "Open Lull_2"),
          new Submenu(
              "Pause", List.of(new Action("pause-1h", "1 hour"), new Action("pause", "For ever"))),
          new Checked("guests", "Allow guests", true, true),
          new Action("quit", "Quit", false));

  private final TrayTold told = new TrayTold();
  private FakeWatcher watcher;
  private PanelIcon icon;
  private FakePanel panel;

  private static TrayContent face(TrayState state, String tooltip, TrayMenuItem... menu) {
    return new TrayContent(state, PanelBrightness.DARK, "Lull", tooltip, List.of(menu));
  }

  @BeforeEach
  void anIconIsInAPanel() throws IOException {
    watcher = FakeWatcher.on(bus.address());
    icon = new PanelIcon(bus.address(), Duration.ofSeconds(10), SystemClock.INSTANCE);
    icon.start(FACE, told);
    told.awaitShown(0);
    panel = new FakePanel(bus.address(), watcher.items().getFirst());
  }

  @AfterEach
  void isGone() throws IOException {
    panel.close();
    icon.close();
    watcher.close();
  }

  @Test
  void aPanelIsGivenPicturesInAllSizesAndTheTexts() throws IOException {
    assertThat(watcher.items()).hasSize(1);
    assertThat(watcher.items().getFirst())
        .isEqualTo("org.kde.StatusNotifierItem-" + ProcessHandle.current().pid() + "-1");
    assertThat(panel.property("Title")).isEqualTo("Lull");
    assertThat(panel.property("Status")).isEqualTo("Active");
    assertThat(panel.property("Menu")).isEqualTo("/MenuBar");
    assertThat(panel.property("ItemIsMenu")).isEqualTo(false);
    assertThat(panel.property("IconAccessibleDesc"))
        .isEqualTo("Lull: away since 14:02, guests may come");
    final List<Object> tooltip = BusValues.list(panel.property("ToolTip"));
    assertThat(tooltip).endsWith("Lull", "away since 14:02, guests may come");
    final List<Object> pixmaps = BusValues.list(panel.property("IconPixmap"));
    assertThat(pixmaps).hasSize(5);
    for (final Object pixmap : pixmaps) {
      final List<Object> members = BusValues.list(pixmap);
      final long side = BusValues.number(members.get(0));
      assertThat(members.get(1)).isEqualTo(side);
      assertThat(BusValues.list(members.get(2))).hasSize((int) (side * side * 4));
    }
  }

  @Test
  void aDesktopIsAskedToShowANoticeWhoseTextIsNoMarkup() {
    icon.tell(new TrayNotice("A job has come", "<b>heat</b> of a & b"));
    final BusBody asked =
        Eventually.get(
            "a notice", TrayTold.SOON, () -> watcher.notices().stream().findFirst().orElse(null));
    assertThat(asked.signature()).isEqualTo("susssasa{sv}i");
    assertThat(asked.values())
        .startsWith(
            "Lull", 0L, "lull", "A job has come", "&lt;b&gt;heat&lt;/b&gt; of a &amp; b", List.of())
        .endsWith(-1L);
  }

  @Test
  void aPanelIsGivenTheMenuWithItsKindsOfItems() throws IOException {
    final FakePanel.Line menu = panel.layout();
    assertThat(menu.get("children-display")).isEqualTo("submenu");
    assertThat(menu.lines().stream().map(line -> line.get("label")))
        .containsExactly("Guests may come", "", "Open Lull__2", "Pause", "Allow guests", "Quit");
    assertThat(menu.lines().stream().map(line -> line.get("enabled")))
        .containsExactly(false, "", true, true, true, false);
    assertThat(menu.lines().get(1).get("type")).isEqualTo("separator");
    assertThat(menu.lines().get(3).get("children-display")).isEqualTo("submenu");
    assertThat(menu.lines().get(3).lines().stream().map(line -> line.get("label")))
        .containsExactly("1 hour", "For ever");
    assertThat(menu.lines().get(4).get("toggle-type")).isEqualTo("checkmark");
    assertThat(menu.lines().get(4).get("toggle-state")).isEqualTo(1L);
  }

  @Test
  void aPanelMayAskForAPartOfTheMenu() throws IOException {
    final int pause = panel.layout().lines().get(3).id();
    assertThat(panel.menu("GetLayout", BusBody.of("iias", 0, 0, List.of())).get(1).toString())
        .doesNotContain("Pause");
    assertThat(
            panel.menu("GetLayout", BusBody.of("iias", 0, 1, List.of("label"))).get(1).toString())
        .contains("Pause")
        .doesNotContain("1 hour")
        .doesNotContain("toggle");
    assertThat(panel.menu("GetProperty", BusBody.of("is", pause, "label")))
        .isEqualTo(List.of("Pause"));
    assertThat(
            BusValues.list(
                panel
                    .menu(
                        "GetGroupProperties",
                        BusBody.of("aias", List.of(pause, 99_999), List.of("label")))
                    .getFirst()))
        .hasSize(1);
    assertThat(panel.menu("AboutToShow", BusBody.of("i", pause))).isEqualTo(List.of(false));
  }

  @Test
  void whatIsChosenIsTold() throws IOException {
    final FakePanel.Line menu = panel.layout();
    panel.choose(menu.lines().get(3).lines().getFirst().id());
    panel.choose(menu.lines().get(4).id());
    panel.click("Activate");
    panel.event(menu.lines().get(2).id(), "hovered");
    // Neither what is not enabled, nor what only says something, can be chosen.
    panel.choose(menu.lines().get(5).id());
    panel.choose(menu.lines().get(0).id());
    panel.menu(
        "EventGroup",
        BusBody.of(
            "a(isvu)",
            List.of(List.of(menu.lines().get(2).id(), "clicked", BusVariant.text(""), 0))));
    assertThat(told.choices).containsExactly("pause-1h", "guests", "ACTIVATED", "open");
  }

  @Test
  void anotherStateIsToldByItsPictureAndTexts() throws IOException {
    final Object before = panel.property("IconPixmap");
    icon.show(face(TrayState.IN_USE, "you are here"));
    panel.signal("NewIcon");
    panel.signal("NewToolTip");
    assertThat(panel.property("IconPixmap")).isNotEqualTo(before);
    assertThat(panel.property("ToolTip").toString()).contains("you are here");
  }

  @Test
  void itemsThatOnlySaySomethingElseKeepTheirPlaces() throws IOException {
    final FakePanel.Line before = panel.layout();
    final int revision = panel.revision();
    icon.show(
        face(
            TrayState.AVAILABLE,
            FACE.tooltip(),
            Stream.concat(Stream.of(new Header("A guest computes")), FACE.menu().stream().skip(1))
                .toArray(TrayMenuItem[]::new)));
    final BusMessage signal = panel.signal("ItemsPropertiesUpdated");
    assertThat(signal.body().toString()).contains("A guest computes").doesNotContain("Pause");
    assertThat(panel.revision()).isEqualTo(revision);
    assertThat(panel.layout().lines().stream().map(FakePanel.Line::id))
        .isEqualTo(before.lines().stream().map(FakePanel.Line::id).toList());
  }

  @Test
  void aClickOnAnItemThatHasJustBeenReplacedChoosesNothing() throws IOException {
    final FakePanel.Line before = panel.layout();
    final int open = before.lines().get(2).id();
    final int guests = before.lines().get(4).id();
    icon.show(
        face(
            TrayState.PAUSED,
            "paused",
            new Action("resume", "Resume"),
            new Checked("guests", "Allow guests", false, true)));
    final BusMessage signal = panel.signal("LayoutUpdated");
    assertThat(signal.body()).isEqualTo(List.of((long) panel.revision(), 0L));
    assertThatThrownBy(() -> panel.choose(open)).hasMessageContaining("InvalidArgs");
    panel.choose(guests);
    assertThat(told.choices).containsExactly("guests");
    assertThat(panel.layout().lines()).hasSize(2).noneMatch(line -> line.id() == open);
  }

  @Test
  void ofManyFacesInARowTheLastStays() throws IOException {
    for (int i = 0; i < 10_000; i++) {
      icon.show(face(TrayState.RUNNING, "face " + i));
    }
    Eventually.await(
        "the last face",
        TrayTold.SOON,
        () -> {
          try {
            return panel.property("ToolTip").toString().contains("face 9999");
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void malformedCallsAreAnsweredByAnErrorAndHarmNothing() throws IOException {
    refused("UnknownObject", "/nowhere", DbusMenu.TYPE, "Event", BusBody.EMPTY);
    refused("UnknownInterface", DbusMenu.PATH, "org.example.Odd", "Event", BusBody.EMPTY);
    refused("UnknownMethod", DbusMenu.PATH, DbusMenu.TYPE, "Explode", BusBody.EMPTY);
    refused("UnknownMethod", "/StatusNotifierItem", StatusNotifierItem.TYPE, "X", BusBody.EMPTY);
    refused("InvalidArgs", DbusMenu.PATH, DbusMenu.TYPE, "Event", BusBody.EMPTY);
    refused("InvalidArgs", DbusMenu.PATH, DbusMenu.TYPE, "Event", BusBody.of("ss", "x", "y"));
    refused("InvalidArgs", DbusMenu.PATH, DbusMenu.TYPE, "GetLayout", BusBody.of("iis", 0, 0, "x"));
    refused(
        "InvalidArgs",
        DbusMenu.PATH,
        DbusMenu.TYPE,
        "EventGroup",
        BusBody.of("as", List.of("clicked")));
    refused(
        "InvalidArgs",
        StatusNotifierItem.PATH,
        StatusNotifierItem.TYPE,
        "Activate",
        BusBody.of("ss", "3", "4"));
    refused(
        "PropertyReadOnly",
        StatusNotifierItem.PATH,
        "org.freedesktop.DBus.Properties",
        "Set",
        BusBody.of("ssv", StatusNotifierItem.TYPE, "Title", BusVariant.text("Evil")));
    refused(
        "LimitsExceeded",
        DbusMenu.PATH,
        DbusMenu.TYPE,
        "Event",
        BusBody.of("s", "x".repeat(3_000_000)));
    BusVariant deep = BusVariant.text("deep");
    for (int i = 0; i < 40; i++) {
      deep = new BusVariant("v", deep);
    }
    refused("InvalidArgs", DbusMenu.PATH, DbusMenu.TYPE, "Event", BusBody.of("v", deep));
    assertThat(panel.property("Title")).isEqualTo("Lull");
    assertThat(told.presences).as("the connection has lasted").hasSize(1);
    assertThat(told.choices).isEmpty();
  }

  private void refused(String error, String path, String type, String method, BusBody arguments) {
    assertThatThrownBy(() -> panel.any(panel.call(path, type, method), arguments))
        .as(method)
        .hasMessageContaining(error);
  }

  @Test
  void aFloodOfClicksIsCutAndOfQuestionsAnswered() throws IOException {
    final int open = panel.layout().lines().get(2).id();
    final int served = panel.flood(2_000, open);
    assertThat(told.choices).hasSize(served);
    assertThat(served).isBetween(20, 1_000);
    assertThat(panel.floodOfPictures(300)).isEqualTo(300);
    Eventually.await(
        "clicks are served again",
        TrayTold.SOON,
        () -> {
          try {
            return panel.flood(1, open) == 1;
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    assertThat(told.presences).as("the connection has lasted").hasSize(1);
  }

  /** By libdbus, whose idea of the protocol is not ours. */
  @Test
  void whatIsSentIsUnderstoodByTheReferenceImplementation() {
    final String of = "bus.get_object('" + watcher.items().getFirst() + "', ";
    assertThat(
            bus.get()
                .python(
                    "p = dbus.Interface("
                        + of
                        + "'/StatusNotifierItem'), 'org.freedesktop.DBus.Properties')"
                        + ".GetAll('org.kde.StatusNotifierItem')\n"
                        + "ret = p['Title'] + ' ' + str(len(p['IconPixmap'])) + ' '"
                        + " + str(len(p['IconPixmap'][4][2]))"))
        .isEqualTo("Lull 5 9216");
    assertThat(
            bus.get()
                .python(
                    "m = dbus.Interface("
                        + of
                        + "'/MenuBar'), 'com.canonical.dbusmenu')"
                        + ".GetLayout(0, -1, dbus.Array([], signature='s'))\n"
                        + "ret = m[1][2][3][2][0][1]['label']"))
        .isEqualTo("1 hour");
  }
}
