package io.lull.reconfig.message.task;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.TaskGroup;
import io.lull.reconfig.message.routing.Payload;
import io.lull.reconfig.numeric.ExactSum;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The calls of a group, by messages on a binomial tree of the members' places: so results depend on
 * no worker. Messages of one call are told from those of the next by their order.
 */
final class MessageGroup implements TaskGroup {
  private final TaskPeers peers;
  private final List<Long> members;
  private final int place;

  /** Tells the group's messages from all others. */
  private final int tag;

  MessageGroup(TaskPeers peers, List<Long> members) {
    this.peers = peers;
    this.members = List.copyOf(members);
    this.place = this.members.indexOf(peers.id());
    this.tag = Integer.MIN_VALUE | this.members.hashCode();
    if (place < 0) {
      throw new ProgramError("task " + peers.id() + " is none of the group " + members);
    }
  }

  @Override
  public int size() {
    return members.size();
  }

  @Override
  public int place() {
    return place;
  }

  private void give(int to, Payload payload) {
    peers.sendInGroup(members.get(to), tag, payload);
  }

  private Payload take(int from) {
    return peers.receiveInGroup(members.get(from), tag);
  }

  private static Payload of(double[] values) {
    return new Payload(Payload.Kind.DOUBLES, values);
  }

  private static Payload of(long value) {
    return new Payload(Payload.Kind.LONGS, new long[] {value});
  }

  /** What all have, brought together at one place; what another place has afterwards is partial. */
  private Payload up(Payload mine, int at, BinaryOperator<Payload> both) {
    final int own = Math.floorMod(place - at, size());
    Payload sum = mine;
    for (int bit = 1; bit < size(); bit <<= 1) {
      if ((own & bit) != 0) {
        give(Math.floorMod(own - bit + at, size()), sum);
        return sum;
      }
      if (own + bit < size()) {
        sum = both.apply(sum, take(Math.floorMod(own + bit + at, size())));
      }
    }
    return sum;
  }

  private Payload down(Payload mine, int from) {
    final int own = Math.floorMod(place - from, size());
    int bit = 1;
    Payload value = mine;
    while (bit < size() && (own & bit) == 0) {
      bit <<= 1;
    }
    if (own != 0) {
      value = take(Math.floorMod(own - bit + from, size()));
    }
    for (int next = bit >> 1; next > 0; next >>= 1) {
      if (own + next < size()) {
        give(Math.floorMod(own + next + from, size()), value.copy());
      }
    }
    return value;
  }

  private Payload all(Payload mine, BinaryOperator<Payload> both) {
    return down(up(mine, 0, both), 0);
  }

  @Override
  public void barrier() {
    all(of(0L), (a, _) -> a);
  }

  @Override
  public double[] broadcast(double[] mine, int from) {
    requirePlace(from);
    final Payload value = down(of(mine).copy(), from);
    return doubles(value);
  }

  @Override
  public <T> T broadcast(T mine, int from, Class<T> type) {
    requirePlace(from);
    if (place == from) {
      down(new Payload(Payload.Kind.OBJECT, peers.encoded(mine)), from);
      return mine;
    }
    return type.cast(
        peers.decoded((byte[]) down(new Payload(Payload.Kind.OBJECT, new byte[0]), from).values()));
  }

  private void requirePlace(int at) {
    if (at < 0 || at >= size()) {
      throw new ProgramError("a group of " + size() + " tasks has no place " + at);
    }
  }

  private static double[] doubles(Payload payload) {
    if (payload.values() instanceof final double[] values) {
      return values;
    }
    throw new ProgramError("the tasks of a group make different calls");
  }

  private static long[] longs(Payload payload) {
    if (payload.values() instanceof final long[] values) {
      return values;
    }
    throw new ProgramError("the tasks of a group make different calls");
  }

  private static Payload added(Payload a, Payload b) {
    final double[] sum = doubles(a);
    final double[] more = doubles(b);
    if (sum.length != more.length) {
      throw new ProgramError(
          "the tasks of a group add arrays of " + sum.length + " and of " + more.length);
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] += more[i];
    }
    return a;
  }

  @Override
  public double sum(double mine) {
    return doubles(all(of(new double[] {mine}), MessageGroup::added))[0];
  }

  @Override
  public double exactSum(double[] mine) {
    final ExactSum own = new ExactSum();
    for (final double term : mine) {
      own.add(term);
    }
    return read(all(
            written(own),
            (a, b) -> {
              final ExactSum both = read(a);
              both.add(read(b));
              return written(both);
            }))
        .value();
  }

  private static Payload written(ExactSum sum) {
    return new Payload(Payload.Kind.LONGS, sum.toLongs());
  }

  private static ExactSum read(Payload digits) {
    return ExactSum.ofLongs(LongBuffer.wrap(longs(digits)));
  }

  @Override
  public long sum(long mine) {
    return longs(all(of(mine), (a, b) -> of(longs(a)[0] + longs(b)[0])))[0];
  }

  @Override
  public double[] sum(double[] mine) {
    return doubles(all(of(mine).copy(), MessageGroup::added));
  }

  @Override
  public double max(double mine) {
    return doubles(
        all(
            of(new double[] {mine}),
            (a, b) -> of(new double[] {Math.max(doubles(a)[0], doubles(b)[0])})))[0];
  }

  @Override
  public long max(long mine) {
    return longs(all(of(mine), (a, b) -> of(Math.max(longs(a)[0], longs(b)[0]))))[0];
  }

  @Override
  public double[] reduce(double[] mine, int at) {
    requirePlace(at);
    final Payload sum = up(of(mine).copy(), at, MessageGroup::added);
    return place == at ? doubles(sum) : new double[0];
  }

  @Override
  public List<double[]> gather(double[] mine, int at) {
    requirePlace(at);
    if (place != at) {
      give(at, of(mine).copy());
      return List.of();
    }
    final List<double[]> each = new ArrayList<>();
    for (int from = 0; from < size(); from++) {
      each.add(from == place ? mine.clone() : doubles(take(from)));
    }
    return each;
  }

  @Override
  public List<double[]> gather(double[] mine) {
    return allToAll(Collections.nCopies(size(), mine));
  }

  @Override
  public List<double[]> allToAll(List<double[]> toEach) {
    if (toEach.size() != size()) {
      throw new ProgramError(
          "a group of " + size() + " tasks is given " + toEach.size() + " arrays, one for each");
    }
    for (int step = 1; step < size(); step++) {
      final int to = (place + step) % size();
      peers.sendInGroupAtOnce(members.get(to), tag, of(toEach.get(to)).copy());
    }
    final List<double[]> each = new ArrayList<>();
    for (int from = 0; from < size(); from++) {
      each.add(from == place ? toEach.get(place).clone() : doubles(take(from)));
    }
    return each;
  }
}
