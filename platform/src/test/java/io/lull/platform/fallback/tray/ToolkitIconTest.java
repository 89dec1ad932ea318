package io.lull.platform.fallback.tray;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.tray.PanelBrightness;
import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayListener;
import io.lull.platform.tray.TrayNotice;
import io.lull.platform.tray.TrayPresence;
import io.lull.platform.tray.TrayState;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ToolkitIconTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final FakeToolkit toolkit = new FakeToolkit();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final ToolkitIcon icon = new ToolkitIcon(toolkit, SystemClock.INSTANCE);

  private static TrayContent face(String tooltip) {
    return new TrayContent(TrayState.AVAILABLE, PanelBrightness.DARK, "Lull", tooltip, List.of());
  }

  /** Does on the test's thread what a toolkit does on its own. */
  private static final class FakeToolkit implements IconToolkit {
    final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    final List<String> seen = new ArrayList<>();
    volatile Optional<String> missing = Optional.empty();
    boolean refusing;
    Runnable activated = () -> {};
    Consumer<String> chosen = _ -> {};

    @Override
    public Optional<String> missing() {
      return missing;
    }

    @Override
    public void later(Runnable task) {
      tasks.add(task);
    }

    @Override
    public void place(TrayContent face, Runnable onClick, Consumer<String> onChoice) {
      if (refusing) {
        throw new ToolkitRefusal("no room", new IllegalStateException());
      }
      activated = onClick;
      chosen = onChoice;
      seen.add("placed " + face.tooltip());
    }

    @Override
    public void replace(TrayContent before, TrayContent face) {
      seen.add(before.tooltip() + " becomes " + face.tooltip());
    }

    @Override
    public void tell(TrayNotice notice) {
      seen.add("told " + notice.title());
    }

    @Override
    public void remove() {
      seen.add("removed");
    }

    void turn() {
      Eventually.get("a task for the toolkit", SOON, tasks::poll).run();
    }
  }

  private void start() {
    icon.start(
        face("first"),
        new TrayListener() {
          @Override
          public void presence(TrayPresence presence) {
            told.add(presence.toString());
          }

          @Override
          public void activated() {
            told.add("activated");
          }

          @Override
          public void chosen(String id) {
            told.add(id);
          }
        });
  }

  @Test
  void isPlacedOnceAndThenChanged() {
    start();
    toolkit.turn();
    icon.show(face("second"));
    toolkit.turn();
    icon.close();
    toolkit.turn();
    assertThat(toolkit.seen).containsExactly("placed first", "first becomes second", "removed");
    assertThat(told).containsExactly("Shown[where=the system's tray]");
  }

  @Test
  void aNoticeIsShownWhileTheIconIs() {
    icon.tell(new TrayNotice("too early", ""));
    start();
    toolkit.turn();
    icon.tell(new TrayNotice("a job has come", "of ada"));
    toolkit.turn();
    icon.close();
    icon.tell(new TrayNotice("too late", ""));
    toolkit.turn();
    assertThat(toolkit.seen)
        .containsExactly("placed first", "told too early", "told a job has come", "removed");
  }

  @Test
  void ofManyFacesInARowTheLastIsShownAndOneTaskWaits() {
    start();
    toolkit.turn();
    for (int i = 0; i < 1000; i++) {
      icon.show(face("face " + i));
    }
    assertThat(toolkit.tasks).hasSize(1);
    toolkit.turn();
    assertThat(toolkit.seen).containsExactly("placed first", "first becomes face 999");
  }

  @Test
  void aSystemWithoutATrayIsSaidOnce() {
    toolkit.missing = Optional.of("no tray here");
    start();
    Eventually.await("the reason", SOON, () -> !told.isEmpty());
    icon.show(face("second"));
    icon.close();
    assertThat(told).containsExactly("Absent[why=no tray here]");
    assertThat(toolkit.tasks).isEmpty();
  }

  @Test
  void aTrayThatDoesNotTakeTheIconIsSaid() {
    toolkit.refusing = true;
    start();
    toolkit.turn();
    assertThat(told).containsExactly("Absent[why=no room]");
  }

  @Test
  void clicksAndChoicesAreToldUntilTheyAreAFlood() {
    start();
    toolkit.turn();
    toolkit.activated.run();
    toolkit.chosen.accept("pause");
    assertThat(told).endsWith("activated", "pause");
    for (int i = 0; i < 10_000; i++) {
      toolkit.chosen.accept("pause");
    }
    assertThat(told.size()).isLessThan(1_000);
  }
}
