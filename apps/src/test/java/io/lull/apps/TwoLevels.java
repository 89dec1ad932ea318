package io.lull.apps;

import io.lull.reconfig.Pace;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.AffineRange;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.RecordArray;
import io.lull.reconfig.forkjoin.RecordElement;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;
import io.lull.reconfig.record.RecordShape;

/**
 * Records on a fine level and on a coarse one, each computed from the other; ranges of both, from
 * the end, too; and reductions by operations that round.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class TwoLevels implements ForkJoinProgram {
  private static final RecordShape SITE = new RecordShape();
  private static final RecordShape.IntField KIND = SITE.intField("kind");
  private static final RecordShape.DoubleField LEVEL = SITE.doubleField("level");
  private static final RecordShape.FloatField WEIGHT = SITE.floatField("weight");
  private static final RecordShape.LongField VISITS = SITE.longField("visits");

  /** The greatest level, and where it is. */
  private record Top(double level, long site) {
    static final Top NONE = new Top(Double.NEGATIVE_INFINITY, -1);

    Top or(Top other) {
      return other.level > level ? other : this;
    }
  }

  /** Mean and squared deviations of some numbers, joined as by Chan, Golub and LeVeque, 1979. */
  private record Moments(long count, double mean, double squares) {
    static final Moments NONE = new Moments(0, 0, 0);

    static Moments of(double number) {
      return new Moments(1, number, 0);
    }

    Moments with(Moments other) {
      final long all = count + other.count;
      final double apart = other.mean - mean;
      return new Moments(
          all,
          mean + apart * other.count / all,
          squares + other.squares + apart * apart * count * other.count / all);
    }
  }

  private int count;
  private int rounds;
  private Pace pace;
  private RecordArray fine;
  private RecordArray coarse;
  private DoubleArray mirrored;
  private Value sum;

  @Override
  public void declare(SharedSpace space) {
    count = (int) space.parameters().integer("count", 37, 2, 1000);
    rounds = (int) space.parameters().integer("rounds", 25, 1, 10_000);
    pace = Pace.of(space.parameters());
    fine = space.records("fine", SITE, SharedShape.of(2L * count + 1));
    coarse = space.records("coarse", SITE, SharedShape.of(count, 2));
    mirrored = space.doubles("mirrored", SharedShape.of(2L * count + 1));
    sum = space.value("sum", 0);
  }

  @Override
  public void run(Team team) {
    team.iterations(rounds);
    team.loop(fine.length())
        .writes(fine)
        .run(i -> {
          final RecordElement site = fine.at(i);
          site.set(LEVEL, 1 + i / 7.0);
          site.set(WEIGHT, 1.0f / (1 + i));
          site.set(KIND, (int) (i % 5));
        });
    team.repeat(
        rounds,
        round -> {
          toCoarse(team);
          toFine(team);
          mirror(team);
          sum.set(sum.get() / 2 + reductions(team));
        });
  }

  private void toCoarse(Team team) {
    paced(team)
        .loop(count)
        .readsRange(fine, AffineRange.of(2, 0, 2))
        .writes(coarse)
        .run(i -> {
          final RecordElement site = coarse.at(i, 1);
          double level = 0;
          for (long j = 2 * i; j <= 2 * i + 2; j++) {
            level += fine.at(j).get(LEVEL) * (1 + fine.at(j).get(WEIGHT));
            site.set(VISITS, site.get(VISITS) + fine.at(j).get(KIND));
          }
          site.set(LEVEL, level / 4);
        });
  }

  private void toFine(Team team) {
    paced(team)
        .loop(fine.length())
        .readsRange(coarse, AffineRange.of(1, -1, 0).dividedBy(2))
        .writes(fine)
        .run(i -> {
          final RecordElement site = fine.at(i);
          double level = site.get(LEVEL) / 3;
          for (long j = Math.max(0, i / 2 - 1); j <= Math.min(count - 1, i / 2); j++) {
            level += coarse.at(j, 1).get(LEVEL) / 5;
            site.set(VISITS, site.get(VISITS) + coarse.at(j, 1).get(VISITS) % 3);
          }
          site.set(LEVEL, level);
        });
  }

  private void mirror(Team team) {
    final long last = fine.length() - 1;
    paced(team)
        .loop(fine.length())
        .readsRange(fine, AffineRange.of(-1, last))
        .reads(fine)
        .writes(mirrored)
        .run(i -> mirrored.set(i, fine.at(last - i).get(LEVEL) - fine.at(i).get(LEVEL) / 2));
    paced(team)
        .loop(count)
        .readsRange(mirrored, AffineRange.of(2, 1))
        .writes(coarse)
        .run(i -> coarse.at(i, 0).set(LEVEL, mirrored.get(2 * i + 1)));
  }

  private double reductions(Team team) {
    final Top top =
        paced(team)
            .loop(fine.length())
            .reads(fine)
            .reduce(Top.NONE, Top::or, i -> new Top(fine.at(i).get(LEVEL), i));
    final Moments moments =
        paced(team)
            .loop(count)
            .reads(coarse)
            .reduce(Moments.NONE, Moments::with, i -> Moments.of(coarse.at(i, 0).get(LEVEL)));
    final long visits =
        paced(team).loop(fine.length()).reads(fine).sumOfLongs(i -> fine.at(i).get(VISITS));
    return top.site + top.level + moments.mean + moments.squares + visits % 1000;
  }

  /** Each loop takes a while, so that there is time for orders from one safe point to the next. */
  private Team paced(Team team) {
    pace.await();
    return team;
  }

  @Override
  public void finish(SharedResults results) {
    results.value("sum", sum.get());
  }
}
