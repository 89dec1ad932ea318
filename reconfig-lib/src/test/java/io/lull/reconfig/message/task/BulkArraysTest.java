package io.lull.reconfig.message.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.routing.TaskPort;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Long arrays of tasks are sent and stored as they lie in memory. */
final class BulkArraysTest {
  private static final int SMALL = 10;

  private final TaskCodec codec = new TaskCodec(new ObjectCodec(List.of()));
  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator chance = seed.random();

  /** Has arrays of every kind, long and short ones. */
  static final class Holding implements MessageTask {
    byte[] bytes = {};
    char[] chars = {};
    short[] shorts = {};
    int[] ints = {};
    long[] longs = {};
    float[] floats = {};
    double[] doubles = {};
    double[][] rows = {};
    boolean[] flags = {};
    final List<Object> others = new ArrayList<>();
    double @Nullable [] again;
    double @Nullable [] none;
    int count;

    Holding() {}

    @Override
    public boolean iterate(Peers peers) {
      return false;
    }

    Object[] all() {
      return new Object[] {
        bytes, chars, shorts, ints, longs, floats, doubles, rows, flags, others.getFirst(), again
      };
    }

    void fill(RandomGenerator chance, int length) {
      bytes = new byte[length];
      chance.nextBytes(bytes);
      chars = "lull".repeat(length).toCharArray();
      shorts = new short[length + 3];
      shorts[length] = 7;
      ints = chance.ints(length).toArray();
      longs = chance.longs(length).toArray();
      floats = new float[length + 1];
      floats[length] = -0.5f;
      doubles = chance.doubles(length).toArray();
      rows = new double[][] {doubles, chance.doubles(SMALL).toArray(), new double[length]};
      flags = new boolean[length];
      flags[length - 1] = true;
      others.add(chance.ints(length).toArray());
      others.add(List.of());
      again = doubles;
      count = length;
    }
  }

  private static TaskImage image() {
    return new TaskImage(
        7,
        Holding.class.getName(),
        new TaskTravel(5, 0),
        TaskPosition.START,
        false,
        TaskPort.fresh(7, 1, 0).written(),
        List.of());
  }

  private static Holding holding(RandomGenerator chance, int length) {
    final Holding task = new Holding();
    task.fill(chance, length);
    return task;
  }

  /** Sent block by block, in any order. */
  private static TaskBytes sent(TaskBytes bytes, RandomGenerator chance) {
    final TaskBytes.Assembly assembly = new TaskBytes.Assembly(bytes.length());
    final List<Integer> order = new ArrayList<>();
    for (int block = 0; block < bytes.blocks(); block++) {
      order.add(block);
    }
    Collections.shuffle(order, chance);
    for (final int block : order) {
      final ByteBuffer chunk = ByteBuffer.allocate(TaskBytes.BLOCK_BYTES + SMALL);
      chunk.putInt(block);
      bytes.write(block, chunk);
      chunk.flip().getInt();
      assembly.put(block, chunk);
      assertThat(chunk.hasRemaining()).isFalse();
    }
    return assembly.whole();
  }

  private static void assertSame(Holding found, Holding task) {
    assertThat(Arrays.deepEquals(found.all(), task.all())).isTrue();
    assertThat(found.count).isEqualTo(task.count);
    assertThat(found.again).isSameAs(found.doubles);
    assertThat(found.rows[0]).isSameAs(found.doubles);
    assertThat(found.none).isNull();
  }

  @Test
  void arraysOfAnyLengthArriveInWhateverOrderTheirBlocksCome() {
    for (final int length : List.of(1, 511, 512, 1023, 4096, 70_000, 300_001)) {
      final Holding task = holding(chance, length);
      final TaskBytes bytes = codec.encoded(image(), codec.standing(task));
      assertThat(bytes.length()).isGreaterThan(30L * length);
      final TaskCodec.Decoded decoded = codec.decoded(sent(bytes, chance));
      assertThat(decoded.image().id()).isEqualTo(7);
      assertSame((Holding) decoded.task(), task);
    }
  }

  @Test
  void longArraysOfATaskThatStandsAreNotCopied() {
    final Holding task = holding(chance, 4096);
    final TaskBytes bytes = codec.standing(task);
    assertThat(bytes.layout().arrays().stream().map(TaskArray::array))
        .contains(task.doubles, task.ints)
        .doesNotContain(task.rows[1]);
  }

  @Test
  void aTaskThatGoesOnDoesNotChangeWhatWasWritten() {
    final Holding task = holding(chance, 4096);
    final double before = task.doubles[1];
    final TaskBytes bytes = codec.encoded(image(), codec.fields(task));
    task.doubles[1] = -1;
    assertThat(((Holding) codec.decoded(bytes.copied()).task()).doubles[1]).isEqualTo(before);
    final Holding first = (Holding) codec.decoded(bytes.copied()).task();
    first.doubles[1] = -2;
    assertThat(((Holding) codec.decoded(bytes).task()).doubles[1]).isEqualTo(before);
  }

  @Test
  void aTableThatIsNotOfATaskOfThisLengthIsRefused() {
    final TaskBytes bytes = codec.encoded(image(), codec.standing(holding(chance, 4096)));
    final byte[] table = bytes.layout().table();
    assertThat(TaskLayout.read(new ByteArrayInputStream(table), bytes.length())).isPresent();
    assertThatThrownBy(() -> TaskLayout.read(new ByteArrayInputStream(table), bytes.length() + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("a task of \\d+ bytes says that it has \\d+");
    assertThatThrownBy(() -> TaskLayout.read(new ByteArrayInputStream(table), bytes.length() - 1))
        .isInstanceOf(IllegalArgumentException.class);
    final byte[] negative = table.clone();
    negative[TaskLayout.tableBytes(0) + 1] = -1;
    assertThatThrownBy(() -> TaskLayout.read(new ByteArrayInputStream(negative), bytes.length()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("an array of a task has -\\d+ elements");
    final byte[] strange = table.clone();
    strange[TaskLayout.tableBytes(0)] = 9;
    assertThatThrownBy(() -> TaskLayout.read(new ByteArrayInputStream(strange), bytes.length()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("9 is no type of an array");
    final byte[] many = table.clone();
    many[1] = 127;
    assertThatThrownBy(() -> TaskLayout.read(new ByteArrayInputStream(many), bytes.length()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("a task says that it has \\d+ arrays");
  }
}
