package io.lull.tray.cluster.machines;

import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.NodeView;
import io.lull.tray.chart.MachineUse;
import io.lull.tray.model.Tone;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.Optional;
import java.util.stream.Stream;

/** A machine's state, in the table's words. */
final class MachineWords {
  private static final String NONE = "–";

  private final Texts texts;
  private final Phrases phrases;

  MachineWords(Texts texts, Phrases phrases) {
    this.texts = texts;
    this.phrases = phrases;
  }

  Machine of(NodeView node, long nowMillis) {
    final Optional<NodeState> state = known(node.getState());
    final boolean drained = !node.getDrainedBy().isEmpty();
    return new Machine(
        node.getName(),
        state.map(MachineWords::use).orElse(MachineUse.OFFLINE),
        state.map(MachineWords::tone).orElse(Tone.CARE),
        state.map(known -> texts.say("state." + known.wire())).orElse(node.getState()),
        drained,
        node.getSince(),
        node.getSince() == 0 ? NONE : phrases.moment(node.getSince(), nowMillis),
        node.getJob().isEmpty() ? NONE : node.getJob(),
        node.getCores(),
        node.getMemoryBytes(),
        node.getMemoryBytes() == 0 ? NONE : phrases.size(node.getMemoryBytes()),
        node.getLabelsCount() == 0 ? NONE : String.join(", ", node.getLabelsList()),
        node.getReason());
  }

  /** A newer coordinator may have more states. */
  private static Optional<NodeState> known(String wire) {
    return Stream.of(NodeState.values()).filter(state -> state.wire().equals(wire)).findFirst();
  }

  private static MachineUse use(NodeState state) {
    return switch (state) {
      case OWNER -> MachineUse.OWNER;
      case AVAILABLE -> MachineUse.AVAILABLE;
      case CLAIMED, RUNNING, SUSPENDED, VACATING -> MachineUse.RUNNING;
      case DRAINED, OFFLINE -> MachineUse.OFFLINE;
    };
  }

  private static Tone tone(NodeState state) {
    return switch (state) {
      case OWNER, OFFLINE -> Tone.QUIET;
      case AVAILABLE -> Tone.GOOD;
      case CLAIMED, RUNNING, SUSPENDED -> Tone.BUSY;
      case VACATING, DRAINED -> Tone.CARE;
    };
  }
}
