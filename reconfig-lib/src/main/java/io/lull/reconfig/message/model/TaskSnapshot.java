package io.lull.reconfig.message.model;

import io.lull.protocol.wire.OtherState;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.PieceSection;
import io.lull.reconfig.message.task.TaskBytes;
import io.lull.reconfig.message.task.TaskUnit;
import io.lull.reconfig.state.StateSection;
import io.lull.reconfig.state.StateSnapshot;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The captured tasks of one worker: each is a section of its piece. */
final class TaskSnapshot implements StateSnapshot {
  /** Since then headers have sections. */
  private static final int HEADER_VERSION = 3;

  private final List<StateSection> sections = new ArrayList<>();
  private final List<TaskBytes> contents = new ArrayList<>();

  /**
   * @param tasks by id
   */
  TaskSnapshot(Map<Long, TaskBytes> tasks) {
    new TreeMap<>(tasks)
        .forEach((id, bytes) -> {
          sections.add(new StateSection(TaskUnit.name(id), bytes.length(), TaskBytes.BLOCK_BYTES));
          contents.add(bytes);
        });
  }

  @Override
  public void describe(PieceHeader.Builder header) {
    header
        .setVersion(HEADER_VERSION)
        .setOther(OtherState.newBuilder().setKind(MessageProvider.KIND));
    for (final StateSection section : sections) {
      header.addSections(
          PieceSection.newBuilder()
              .setName(section.name())
              .setBytes(section.bytes())
              .setBlockBytes(section.blockBytes()));
    }
  }

  @Override
  public List<StateSection> sections() {
    return List.copyOf(sections);
  }

  @Override
  public void read(int section, long block, ByteBuffer out) {
    contents.get(section).write(Math.toIntExact(block), out);
  }

  /** Where a task's fields lie in its bytes changes with the messages before them: all do. */
  @Override
  public BitSet changedBlocks(int section) {
    final BitSet all = new BitSet();
    all.set(0, contents.get(section).blocks());
    return all;
  }

  @Override
  public void release() {
    // The bytes are nobody else's.
  }
}
