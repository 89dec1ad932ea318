package io.lull.reconfig.forkjoin;

import io.lull.reconfig.collective.Communicator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a loop says of itself. The program's thread.
 *
 * @param from its first iteration
 * @param to the one after its last
 * @param reads arrays of which an iteration reads its own number
 * @param halos arrays of which it also reads what lies around
 * @param fetched of an array one index for all iterations
 * @param ranges of arrays ranges of indices that follow from its number
 * @param listed arrays of which it reads what its list names
 * @param replicas arrays of which it reads whatever it likes
 * @param writes arrays of which it writes its own number
 * @param adds arrays to which it adds
 * @param derived what is made before the iterations begin
 * @param functions the author's, which do the iterations
 * @param schedule how iterations are shared out; null: as is usual in the program
 */
record LoopClauses(
    long from,
    long to,
    List<SharedArray> reads,
    List<SharedArray> halos,
    List<FetchedIndex> fetched,
    List<ReadRange> ranges,
    List<ListedIndices> listed,
    List<SharedArray> replicas,
    List<SharedArray> writes,
    List<SharedArray> adds,
    List<Derived<?>> derived,
    List<Object> functions,
    @Nullable LoopSchedule schedule) {

  /** Of a loop that has said nothing yet. */
  static LoopClauses of(long from, long to) {
    return new LoopClauses(
        from,
        to,
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        null);
  }

  /** The same with that schedule. */
  LoopClauses with(LoopSchedule another) {
    return new LoopClauses(
        from, to, reads, halos, fetched, ranges, listed, replicas, writes, adds, derived, functions,
        another);
  }

  /** The same, with the usual schedule where it names none, if others can do its iterations. */
  LoopClauses withUsual(LoopSchedule usual) {
    return schedule == null ? with(isLendable() ? usual : LoopSchedule.own()) : this;
  }

  private boolean isLendable() {
    return listed.isEmpty()
        && ranges.isEmpty()
        && arrays().stream().allMatch(array -> array.declared().block() == 0);
  }

  /** These of an author's functions do its iterations. */
  LoopClauses by(Object... used) {
    functions.addAll(Arrays.asList(used));
    return this;
  }

  /** How iterations are shared out. */
  LoopSchedule sharedOut() {
    return schedule == null ? LoopSchedule.own() : schedule;
  }

  /** The arrays of which an iteration uses its own number. */
  List<SharedArray> arrays() {
    final List<SharedArray> all = new ArrayList<>(writes);
    all.addAll(reads);
    all.addAll(halos);
    return all;
  }

  /** Whether iterations read or write it. */
  boolean uses(SharedArray array) {
    return arrays().contains(array)
        || replicas.contains(array)
        || fetched.stream().anyMatch(each -> each.array() == array)
        || ranges.stream().anyMatch(each -> each.array() == array)
        || listed.stream().anyMatch(each -> each.array() == array);
  }

  /** The arrays are open, and iterations are about to begin. */
  void begin(Communicator workers) {
    derived.forEach(each -> each.makeAmong(workers));
  }

  /** All iterations are done, or have failed. */
  void end() {
    derived.forEach(Derived::drop);
  }
}
