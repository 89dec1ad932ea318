package io.lull.tray.cluster.lanes;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Lane;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEvent;
import io.lull.protocol.wire.NodeEventList;
import io.lull.tray.chart.MachineUse;
import io.lull.tray.chart.Span;
import io.lull.tray.chart.Tick;
import io.lull.tray.chart.TimeTicks;
import io.lull.tray.cluster.past.VisibleRangeModel;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.Tone;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** Lanes of some machines and events of all, while the person looks at them. */
public final class LanesViewModel {
  /** Machines that are shown at once. */
  static final int AT_ONCE = 10;

  static final int MOST_EVENTS = 100;

  /** Steps of a lane within the visible range; as many lie on either side of it. */
  private static final int STEPS = 300;

  private static final Duration AFRESH = Duration.ofSeconds(10);

  private final GridAccess grid;
  private final UiThread uiThread;
  private final Phrases phrases;
  private final Texts texts;
  private final Clock clock;
  private final VisibleRangeModel sight;
  private final StringProperty text = new SimpleStringProperty("");
  private final ReadOnlyObjectWrapper<List<LaneRow>> rows = new ReadOnlyObjectWrapper<>(List.of());
  private final ObservableList<LaneEvent> happenings = FXCollections.observableArrayList();
  private final ReadOnlyStringWrapper page = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper before = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper after = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private List<String> all = List.of();
  private int first;
  private boolean inSight;
  private boolean open;
  private boolean asking;
  private @Nullable Wish got;
  private long gotNanos;

  /** The present request. */
  private record Wish(Span span, List<String> nodes) {}

  public LanesViewModel(
      GridAccess grid, UiThread uiThread, Phrases phrases, Clock clock, VisibleRangeModel sight) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.phrases = phrases;
    this.texts = Texts.of("cluster", phrases.texts().locale());
    this.clock = clock;
    this.sight = sight;
    sight.sightProperty().subscribe((_, _) -> ask());
    text.subscribe(_ -> turnTo(0));
  }

  /** The window is. */
  public void inSight(boolean now) {
    inSight = now;
    ask();
  }

  /** The person has opened or left the lanes. */
  public void open(boolean now) {
    open = now;
    ask();
  }

  /** The machines of the cluster. */
  public void show(List<String> names) {
    if (!names.equals(all)) {
      all = List.copyOf(names);
      turnTo(first);
    }
  }

  public void tick() {
    if (clock.nanos() - gotNanos >= AFRESH.toNanos()) {
      got = null;
    }
    ask();
  }

  private List<String> found() {
    final String sought = text.get().strip().toLowerCase(texts.locale());
    return all.stream().filter(name -> name.toLowerCase(texts.locale()).contains(sought)).toList();
  }

  private void turnTo(int to) {
    final int count = found().size();
    first = Math.max(0, Math.min(to, (count - 1) / AT_ONCE * AT_ONCE));
    page.set(
        count == 0
            ? texts.say("lanes.none")
            : texts.say("lanes.page", first + 1, Math.min(count, first + AT_ONCE), count));
    before.set(first > 0);
    after.set(first + AT_ONCE < count);
    ask();
  }

  /** The next or the previous machines. */
  public void turn(int pages) {
    final int next = first + pages * AT_ONCE;
    if (next >= 0 && next < found().size()) {
      turnTo(next);
    }
  }

  private Wish wish() {
    final List<String> names = found();
    return new Wish(
        sight.sight().span(), names.subList(first, Math.min(names.size(), first + AT_ONCE)));
  }

  private void ask() {
    final Wish wish = wish();
    if (!inSight || !open || asking || wish.equals(got)) {
      return;
    }
    if (wish.nodes().isEmpty()) {
      rows.set(List.of());
      return;
    }
    asking = true;
    final Span span = wish.span();
    final long wide = span.lengthMillis();
    uiThread.answer(
        grid.lanes(
            Math.max(0, span.fromMillis() - wide),
            span.untilMillis() + wide,
            Duration.ofMillis(Math.max(1, wide / STEPS)),
            wish.nodes()),
        lanes -> {
          rows.set(rows(lanes));
          askEvents(wish);
        },
        this::failed);
  }

  private void askEvents(Wish wish) {
    uiThread.answer(
        grid.events(wish.span().fromMillis(), wish.span().untilMillis(), MOST_EVENTS),
        events -> {
          asking = false;
          problem.set("");
          got = wish;
          gotNanos = clock.nanos();
          replace(happenings(events));
          // The range may have moved meanwhile.
          ask();
        },
        this::failed);
  }

  private void failed(Throwable failure) {
    asking = false;
    // The next tick that finds it old asks again.
    got = wish();
    gotNanos = clock.nanos();
    problem.set(ClientFailure.lineOf(failure));
  }

  private static List<LaneRow> rows(LanesView lanes) {
    return lanes.getLanesList().stream().map(LanesViewModel::row).toList();
  }

  private static LaneRow row(Lane lane) {
    return new LaneRow(
        lane.getNode(),
        lane.getSpansList().stream()
            .map(span ->
                MachineUse.named(span.getUse())
                    .map(use -> new LaneRow.Part(span.getFrom(), span.getUntil(), use))
                    .orElse(null))
            .filter(Objects::nonNull)
            .toList());
  }

  private List<LaneEvent> happenings(NodeEventList events) {
    final long now = clock.epochMillis();
    return events.getEventsList().stream()
        .map(event ->
            new LaneEvent(
                phrases.moment(event.getAt(), now), event.getNode(), what(event), tone(event)))
        .toList();
  }

  private String what(NodeEvent event) {
    final String key = "event." + event.getKind();
    return texts.knows(key) ? texts.say(key) : event.getKind();
  }

  private static Tone tone(NodeEvent event) {
    return switch (event.getKind()) {
      case "came", "undrained" -> Tone.GOOD;
      case "went" -> Tone.BAD;
      case "reclaimed" -> Tone.BUSY;
      default -> Tone.CARE;
    };
  }

  private void replace(List<LaneEvent> with) {
    if (!happenings.equals(with)) {
      happenings.setAll(with);
    }
  }

  /** The description of a lane at a time. */
  public String reading(LaneRow row, long atMillis) {
    final String use =
        row.parts().stream()
            .filter(part -> part.fromMillis() <= atMillis && atMillis < part.untilMillis())
            .findFirst()
            .map(part -> texts.say("use." + part.use().key()))
            .orElseGet(() -> texts.say("use.unknown"));
    return texts.say(
        "lane.reading", row.node(), phrases.moment(atMillis, clock.epochMillis()), use);
  }

  public List<Tick> ticks(int most) {
    return TimeTicks.of(sight.sight().span(), phrases, most);
  }

  public VisibleRangeModel sight() {
    return sight;
  }

  public Texts texts() {
    return texts;
  }

  /** A part of the names to search for. */
  public StringProperty textProperty() {
    return text;
  }

  public ReadOnlyObjectProperty<List<LaneRow>> rowsProperty() {
    return rows.getReadOnlyProperty();
  }

  /** Which machines of how many are shown. */
  public ReadOnlyStringProperty pageProperty() {
    return page.getReadOnlyProperty();
  }

  /** Whether there are earlier machines in the list. */
  public ReadOnlyBooleanProperty beforeProperty() {
    return before.getReadOnlyProperty();
  }

  /** Whether there are later machines in the list. */
  public ReadOnlyBooleanProperty afterProperty() {
    return after.getReadOnlyProperty();
  }

  public ObservableList<LaneEvent> happenings() {
    return happenings;
  }

  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
