package io.lull.tray.cluster;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.NodeView;
import io.lull.tray.chart.MachineUse;
import io.lull.tray.cluster.lanes.LanesViewModel;
import io.lull.tray.cluster.machines.MachinesViewModel;
import io.lull.tray.cluster.past.PastViewModel;
import io.lull.tray.cluster.past.VisibleRangeModel;
import io.lull.tray.grid.Fetched;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.grid.Poller;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/** What of the cluster can be shown, and to whom. */
public final class ClusterViewModel {
  private final GridAccess grid;
  private final UiThread uiThread;
  private final Phrases phrases;
  private final Texts texts;
  private final PastViewModel past;
  private final MachinesViewModel machines;
  private final LanesViewModel lanes;
  private final ReadOnlyObjectWrapper<ContentState> presence =
      new ReadOnlyObjectWrapper<>(ContentState.AWAITED);
  private final ReadOnlyStringWrapper headline;
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper obstacle = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper administers = new ReadOnlyBooleanWrapper();
  private final Consumer<Fetched<List<NodeView>>> seen;
  private final Clock clock;
  private Poller.@Nullable Watch watch;
  private boolean rolesAsked;
  private boolean rolesKnown;

  public ClusterViewModel(GridAccess grid, UiThread uiThread, Phrases phrases, Clock clock) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.phrases = phrases;
    this.clock = clock;
    this.texts = Texts.of("cluster", phrases.texts().locale());
    final VisibleRangeModel sight = new VisibleRangeModel(clock);
    this.past = new PastViewModel(grid, uiThread, phrases, clock, sight);
    this.machines = new MachinesViewModel(grid, uiThread, phrases, clock);
    this.lanes = new LanesViewModel(grid, uiThread, phrases, clock, sight);
    this.headline = new ReadOnlyStringWrapper(texts.say("awaited"));
    this.seen = uiThread.latest(this::show);
  }

  public void inSight(boolean now) {
    if (now && watch == null) {
      watch = grid.nodes().watch(seen);
    } else if (!now && watch != null) {
      watch.close();
      watch = null;
    }
    past.inSight(now && presence.get() == ContentState.SHOWN);
    lanes.inSight(now);
  }

  private void show(Fetched<List<NodeView>> nodes) {
    switch (nodes) {
      case Fetched.Awaited<List<NodeView>> _ -> say(ContentState.AWAITED, texts.say("awaited"));
      case Fetched.Shown<List<NodeView>> shown -> {
        problem.set("");
        show(shown.value());
        askWhoThisIs();
      }
      case Fetched.Missing<List<NodeView>> missing -> miss(missing);
    }
    if (presence.get() == ContentState.SHOWN && watch != null) {
      past.inSight(true);
      past.tick();
      lanes.tick();
    }
  }

  private void show(List<NodeView> nodes) {
    machines.show(nodes);
    lanes.show(nodes.stream().map(NodeView::getName).toList());
    if (nodes.isEmpty()) {
      say(ContentState.EMPTY, texts.say("empty"));
      return;
    }
    final int idle = machines.countsProperty().get().getOrDefault(MachineUse.AVAILABLE, 0);
    final int running = machines.countsProperty().get().getOrDefault(MachineUse.RUNNING, 0);
    say(ContentState.SHOWN, texts.say("headline", idle, nodes.size(), running));
  }

  private void miss(Fetched.Missing<List<NodeView>> missing) {
    rolesKnown = rolesKnown && missing.kind() != ClientFailure.Kind.NOT_ALLOWED;
    if (missing.kind() == ClientFailure.Kind.NOT_ALLOWED && !grid.loggedIn()) {
      administers.set(false);
      problem.set("");
      say(ContentState.STRANGER, texts.say("stranger"));
      return;
    }
    if (missing.last().isPresent()) {
      final Fetched.Shown<List<NodeView>> last = missing.last().get();
      show(last.value());
      problem.set(
          texts.say(
              "old",
              missing.words(phrases.texts()),
              phrases.at(last.atEpochMillis(), clock.epochMillis())));
    } else {
      obstacle.set(missing.words(phrases.texts()));
      say(ContentState.MISSING, texts.say("missing"));
    }
  }

  private void say(ContentState now, String line) {
    headline.set(line);
    presence.set(now);
  }

  /** The coordinator refuses others anyway; this hides what would be refused. */
  private void askWhoThisIs() {
    if (!rolesAsked && !rolesKnown) {
      rolesAsked = true;
      uiThread.answer(
          grid.terms(),
          terms -> {
            rolesAsked = false;
            rolesKnown = true;
            administers.set(terms.getAdministers());
          },
          _ -> rolesAsked = false);
    }
  }

  public Texts texts() {
    return texts;
  }

  public PastViewModel past() {
    return past;
  }

  public MachinesViewModel machines() {
    return machines;
  }

  public LanesViewModel lanes() {
    return lanes;
  }

  public ReadOnlyObjectProperty<ContentState> presenceProperty() {
    return presence.getReadOnlyProperty();
  }

  /** The cluster's present state, in a sentence. */
  public ReadOnlyStringProperty headlineProperty() {
    return headline.getReadOnlyProperty();
  }

  /** Why the content is old; empty: it is not. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Why nothing can be shown. */
  public ReadOnlyStringProperty obstacleProperty() {
    return obstacle.getReadOnlyProperty();
  }

  /** Whether this person is an administrator. */
  public ReadOnlyBooleanProperty administersProperty() {
    return administers.getReadOnlyProperty();
  }
}
