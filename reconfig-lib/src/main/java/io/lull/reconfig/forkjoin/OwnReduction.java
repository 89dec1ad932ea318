package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.numeric.Fold;
import io.lull.reconfig.numeric.Fold.Node;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.LongFunction;

/**
 * Iterations whose results are joined by an author's operation.
 *
 * @param none the result of no iteration
 * @param join of what lower iterations gave with what higher ones gave
 */
record OwnReduction<R extends Record>(
    R none, BinaryOperator<R> join, LongFunction<R> iteration, RecordBytes<R> format)
    implements LoopWork {
  /** What all workers have is joined as far as their iterations lie side by side. */
  static final int MOST_BYTES = 4 << 20;

  private static final int NODE_BYTES = Long.BYTES + 1;

  @Override
  public ByteString run(Iterations part, Place place, ByteString before) {
    final List<Node<R>> mine = new ArrayList<>();
    part.run((from, to) -> {
      final Fold<R> fold = new Fold<>(join);
      for (long i = from; i < to; i++) {
        fold.add(new Node<>(i, 0, iteration.apply(i)));
      }
      synchronized (mine) {
        mine.addAll(fold.nodes());
      }
    });
    final List<Node<R>> all =
        nodes(
            place
                .workers()
                .combine(
                    bytes(joined(mine)),
                    (a, b) -> {
                      final List<Node<R>> both = nodes(a);
                      both.addAll(nodes(b));
                      return bytes(joined(both));
                    }));
    all.addAll(nodes(before.asReadOnlyByteBuffer()));
    return ByteString.copyFrom(bytes(joined(all)));
  }

  private List<Node<R>> joined(List<Node<R>> nodes) {
    return Fold.of(join, nodes).nodes();
  }

  private ByteBuffer bytes(List<Node<R>> nodes) {
    final long length = (long) nodes.size() * (NODE_BYTES + format.bytes());
    if (length > MOST_BYTES) {
      throw new ProgramError(
          "a reduction has "
              + nodes.size()
              + " parts, whose iterations do not lie side by side: declare the loop's array without"
              + " dealt, or with longer blocks");
    }
    final ByteBuffer bytes = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    for (final Node<R> node : nodes) {
      bytes.putLong(node.first()).put((byte) node.level());
      format.write(node.joined(), bytes);
    }
    return bytes.flip();
  }

  private List<Node<R>> nodes(ByteBuffer payload) {
    final ByteBuffer bytes = payload.slice().order(ByteOrder.LITTLE_ENDIAN);
    final List<Node<R>> nodes = new ArrayList<>();
    while (bytes.remaining() >= NODE_BYTES + format.bytes()) {
      nodes.add(new Node<>(bytes.getLong(), bytes.get(), format.read(bytes)));
    }
    return nodes;
  }

  @Override
  public ByteString result(ByteString rounds) {
    final ByteBuffer bytes = ByteBuffer.allocate(format.bytes());
    format.write(Fold.of(join, nodes(rounds.asReadOnlyByteBuffer())).joined().orElse(none), bytes);
    return ByteString.copyFrom(bytes.flip());
  }

  R resultOf(ByteString recorded) {
    return format.read(recorded.asReadOnlyByteBuffer());
  }
}
