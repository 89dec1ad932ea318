package io.lull.tray.cluster;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.NodeView;
import io.lull.tray.chart.Use;
import io.lull.tray.cluster.lanes.LanesViewModel;
import io.lull.tray.cluster.machines.MachinesViewModel;
import io.lull.tray.cluster.past.PastViewModel;
import io.lull.tray.cluster.past.SightModel;
import io.lull.tray.grid.Feed;
import io.lull.tray.grid.Grid;
import io.lull.tray.grid.Seen;
import io.lull.tray.model.Crossing;
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
  private final Grid grid;
  private final Crossing crossing;
  private final Phrases phrases;
  private final Texts texts;
  private final PastViewModel past;
  private final MachinesViewModel machines;
  private final LanesViewModel lanes;
  private final ReadOnlyObjectWrapper<Presence> presence =
      new ReadOnlyObjectWrapper<>(Presence.AWAITED);
  private final ReadOnlyStringWrapper headline;
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper obstacle = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper administers = new ReadOnlyBooleanWrapper();
  private final Consumer<Seen<List<NodeView>>> seen;
  private final Clock clock;
  private Feed.@Nullable Watch watch;
  private boolean rolesAsked;
  private boolean rolesKnown;

  public ClusterViewModel(Grid grid, Crossing crossing, Phrases phrases, Clock clock) {
    this.grid = grid;
    this.crossing = crossing;
    this.phrases = phrases;
    this.clock = clock;
    this.texts = Texts.of("cluster", phrases.texts().locale());
    final SightModel sight = new SightModel(clock);
    this.past = new PastViewModel(grid, crossing, phrases, clock, sight);
    this.machines = new MachinesViewModel(grid, crossing, phrases, clock);
    this.lanes = new LanesViewModel(grid, crossing, phrases, clock, sight);
    this.headline = new ReadOnlyStringWrapper(texts.say("awaited"));
    this.seen = crossing.latest(this::show);
  }

  public void inSight(boolean now) {
    if (now && watch == null) {
      watch = grid.nodes().watch(seen);
    } else if (!now && watch != null) {
      watch.close();
      watch = null;
    }
    past.inSight(now && presence.get() == Presence.SHOWN);
    lanes.inSight(now);
  }

  private void show(Seen<List<NodeView>> nodes) {
    switch (nodes) {
      case Seen.Awaited<List<NodeView>> _ -> say(Presence.AWAITED, texts.say("awaited"));
      case Seen.Shown<List<NodeView>> shown -> {
        problem.set("");
        show(shown.value());
        askWhoThisIs();
      }
      case Seen.Missing<List<NodeView>> missing -> miss(missing);
    }
    if (presence.get() == Presence.SHOWN && watch != null) {
      past.inSight(true);
      past.tick();
      lanes.tick();
    }
  }

  private void show(List<NodeView> nodes) {
    machines.show(nodes);
    lanes.show(nodes.stream().map(NodeView::getName).toList());
    if (nodes.isEmpty()) {
      say(Presence.EMPTY, texts.say("empty"));
      return;
    }
    final int idle = machines.countsProperty().get().getOrDefault(Use.AVAILABLE, 0);
    final int running = machines.countsProperty().get().getOrDefault(Use.RUNNING, 0);
    say(Presence.SHOWN, texts.say("headline", idle, nodes.size(), running));
  }

  private void miss(Seen.Missing<List<NodeView>> missing) {
    rolesKnown = rolesKnown && missing.kind() != ClientFailure.Kind.NOT_ALLOWED;
    if (missing.kind() == ClientFailure.Kind.NOT_ALLOWED && !grid.loggedIn()) {
      administers.set(false);
      problem.set("");
      say(Presence.STRANGER, texts.say("stranger"));
      return;
    }
    if (missing.last().isPresent()) {
      final Seen.Shown<List<NodeView>> last = missing.last().get();
      show(last.value());
      problem.set(
          texts.say(
              "old",
              missing.words(phrases.texts()),
              phrases.at(last.atEpochMillis(), clock.epochMillis())));
    } else {
      obstacle.set(missing.words(phrases.texts()));
      say(Presence.MISSING, texts.say("missing"));
    }
  }

  private void say(Presence now, String line) {
    headline.set(line);
    presence.set(now);
  }

  /** The coordinator refuses others anyway; here they are spared what would be refused. */
  private void askWhoThisIs() {
    if (!rolesAsked && !rolesKnown) {
      rolesAsked = true;
      crossing.answer(
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

  public ReadOnlyObjectProperty<Presence> presenceProperty() {
    return presence.getReadOnlyProperty();
  }

  /** How the cluster is now, in a sentence. */
  public ReadOnlyStringProperty headlineProperty() {
    return headline.getReadOnlyProperty();
  }

  /** Why what is shown is old; empty: it is not. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Why nothing can be shown. */
  public ReadOnlyStringProperty obstacleProperty() {
    return obstacle.getReadOnlyProperty();
  }

  /** Whether this person may see and do what only administrators may. */
  public ReadOnlyBooleanProperty administersProperty() {
    return administers.getReadOnlyProperty();
  }
}
