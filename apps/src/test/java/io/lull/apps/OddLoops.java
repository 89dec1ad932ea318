package io.lull.apps;

import io.lull.reconfig.Pace;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.IntArray;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;

/**
 * Loops of which some workers have no part: over fewer elements than there are workers, over none
 * at all, over one element that all add to, and over lists of partners that change in each round.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class OddLoops implements ForkJoinProgram {
  private static final int PARTNERS = 2;
  private static final double MOST_ADDED = 1 << 20;

  private int count;
  private int rounds;
  private Pace pace;
  private DoubleArray nodes;
  private DoubleArray next;
  private DoubleArray dealt;
  private IntArray lists;
  private Value sum;

  @Override
  public void declare(SharedSpace space) {
    count = (int) space.parameters().integer("count", 3, 1, 1000);
    rounds = (int) space.parameters().integer("rounds", 30, 1, 10_000);
    pace = Pace.of(space.parameters());
    nodes = space.doubles("nodes", SharedShape.of(count).withHalo(1));
    next = space.doubles("next", SharedShape.of(count));
    dealt = space.doubles("dealt", SharedShape.of(count, 2).dealt(1));
    lists = space.ints("lists", SharedShape.of(count, 1 + PARTNERS));
    sum = space.value("sum", 0);
  }

  @Override
  public void run(Team team) {
    team.iterations(rounds);
    team.loop(count).writes(nodes).run(i -> nodes.set(i, 1 + i / 7.0));
    team.repeat(
        rounds,
        round -> {
          pace.await();
          neighbours(team);
          partners(team, round);
          hotElement(team);
          sum.set(sum.get() / 2 + ends(team));
        });
  }

  private void neighbours(Team team) {
    team.loop(1, Math.max(1, count - 1))
        .readsHalo(nodes)
        .writes(next)
        .run(i -> next.set(i, (nodes.get(i - 1) + nodes.get(i + 1)) / 3));
    team.loop(count)
        .reads(next)
        .writes(nodes)
        .run(i -> nodes.set(i, nodes.get(i) / 2 + next.get(i)));
  }

  private void partners(Team team, long round) {
    team.loop(count)
        .writes(lists)
        .run(i -> {
          lists.set(i, 0, PARTNERS);
          lists.set(i, 1, (int) ((i * 31 + round * 17) % count));
          lists.set(i, 2, (int) ((i * 7 + round * 101 + 1) % count));
        });
    team.loop(count).writes(dealt).run(i -> dealt.set(i, 1, dealt.get(i, 1) / 2 + (i + round) % 7));
    team.loop(count)
        .readsListed(nodes, lists)
        .readsListed(dealt, lists)
        .writes(next)
        .run(i ->
            next.set(i, nodes.get(lists.get(i, 1)) / 3 - dealt.row(lists.get(i, 2)).get(1) / 5));
  }

  private void hotElement(Team team) {
    team.loop(count)
        .reads(next)
        .adds(nodes, MOST_ADDED)
        .run((i, sums) -> sums.add(count / 2, next.get(i) / count));
  }

  private double ends(Team team) {
    final double none = team.loop(count, count).reads(nodes).max(nodes::get);
    final double last = team.loop(count - 1, count).reads(nodes).max(nodes::get);
    return (none == Double.NEGATIVE_INFINITY ? last : none)
        + team.loop(count).reads(nodes).sum(nodes::get);
  }

  @Override
  public void finish(SharedResults results) {
    results.value("sum", sum.get());
  }
}
