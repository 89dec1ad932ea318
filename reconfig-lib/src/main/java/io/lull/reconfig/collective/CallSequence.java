package io.lull.reconfig.collective;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The calls that one worker has made in an epoch. Each has a stamp, which goes with all that the
 * call sends: four numbers of sixteen bits, its iteration, its turn among the calls of the epoch,
 * what it is, and a mark of all calls up to it. Workers that make the same calls give them the same
 * stamps; so one comparison tells a receiver that the sender means what it means itself.
 *
 * <p>Used by the program's thread, but where noted.
 */
final class CallSequence {
  /** Workers are not farther apart: one can be ahead of its neighbour by some calls only. */
  private static final int REMEMBERED = 1 << 10;

  /**
   * So often it is forgotten who waited long ago: several times before a turn's sixteen bits come
   * again.
   */
  private static final int FORGETTING = 1 << 14;

  private static final int BITS = 16;
  private static final int MASK = (1 << BITS) - 1;

  /** Of what a call is: which grid, or which rank. */
  private static final int ABOUT_BITS = 11;

  private static final int ABOUT_MASK = (1 << ABOUT_BITS) - 1;

  /** Two to the 32 divided by the golden ratio: Knuth's multiplicative hashing, TAOCP 3, 6.4. */
  private static final int SPREAD = 0x9E3779B1;

  private final int rank;
  private final CallContext context;
  private final CollectiveCall[] byCode;
  private final long[] past = new long[REMEMBERED];
  private final AtomicLong told = new AtomicLong();
  private long turn;
  private int mark;
  private long present;

  CallSequence(int rank, CallContext context) {
    this.rank = rank;
    this.context = context;
    this.byCode = CollectiveCall.byCode(context.calls());
  }

  /** The program makes its next call. */
  void begin(CollectiveCall call, int about) {
    turn++;
    final int what = (call.code() << ABOUT_BITS) | (about & ABOUT_MASK);
    final long iteration = context.iteration();
    mix(what);
    mix(Long.hashCode(iteration));
    mix(Long.hashCode(context.safePoint()));
    stamp(
        ((iteration & MASK) << (3 * BITS)) | ((turn & MASK) << (2 * BITS)) | ((long) what << BITS));
  }

  /** The present call is also about this. */
  void alsoAbout(int other) {
    mix(other);
    stamp(present & ~(long) MASK);
  }

  private void mix(int number) {
    mark = Integer.rotateLeft((mark ^ number) * SPREAD, BITS);
  }

  private void stamp(long withoutMark) {
    present = withoutMark | (mark & MASK);
    past[place(turn)] = present;
    told.setRelease(present);
  }

  /** Of the present call. */
  long stamp() {
    return present;
  }

  /** The present call, perhaps a little late; any thread. */
  long toldStamp() {
    return told.getAcquire();
  }

  /**
   * Who waited goes on without saying so, and what it said must not be taken for that of a call
   * that comes much later; to be called after each begin.
   *
   * @param claims at which call others said that they wait; 0: they did not
   */
  void forgetOld(AtomicLongArray claims) {
    if (turn % FORGETTING != 0) {
      return;
    }
    for (int other = 0; other < claims.length(); other++) {
      final long claim = claims.get(other);
      if (claim != 0 && behind(claim) >= REMEMBERED) {
        claims.compareAndSet(other, claim, 0);
      }
    }
  }

  /**
   * What another worker, which waits, has called cannot be what this one called at that turn: then
   * the two would wait for each other for ever, or go on with each other's data.
   *
   * @return the line that says so; null where the calls agree, or where it is not known
   */
  @Nullable String disagreement(int other, long stamp) {
    final int behind = behind(stamp);
    final boolean known = behind >= 0 && behind < REMEMBERED && behind < turn;
    if (!known) {
      return null;
    }
    final long mine = past[place(turn - behind)];
    return mine == stamp ? null : difference(other, stamp);
  }

  /** Whether the call of a stamp, or the present one, is made where safe points are kept alone. */
  boolean isAtKeptSafePoint(long stamp) {
    return call(stamp).equals(CollectiveCall.SAFE_POINT)
        || call(present).equals(CollectiveCall.SAFE_POINT);
  }

  /** The line that says how two workers came apart; the other's is not this one's stamp. */
  String difference(int other, long stamp) {
    final String theirs = described(stamp);
    final String mine = described(present);
    final String apart =
        theirs.equals(mine)
            ? "workers of ranks "
                + other
                + " and "
                + rank
                + " came to "
                + mine
                + " by other calls"
                + more(other, (short) (turn(stamp) - turn(present)))
            : "worker of rank "
                + other
                + " is at "
                + theirs
                + " where rank "
                + rank
                + " is at "
                + mine;
    return apart + ": make the same calls in the same order on every worker";
  }

  private String more(int other, int ahead) {
    return ahead == 0
        ? ""
        : ", rank " + (ahead > 0 ? other : rank) + " by " + Math.abs(ahead) + " more";
  }

  private String described(long stamp) {
    final int what = (int) (stamp >>> BITS) & MASK;
    final long own = context.iteration();
    final long iteration = own + (short) ((int) (stamp >>> (3 * BITS)) - (int) own);
    final CollectiveCall call = call(stamp);
    return described(call, what & ABOUT_MASK)
        + (call.equals(CollectiveCall.END)
            ? ", after " + iteration + " iterations,"
            : " in iteration " + iteration);
  }

  /** As an author knows it. */
  String described(CollectiveCall call, int about) {
    if (call.code() >= CollectiveCall.FIRST_OF_MODELS) {
      return call.words() + context.subject(call, about);
    }
    return call.equals(CollectiveCall.BROADCAST) ? call.words() + about : call.words();
  }

  private CollectiveCall call(long stamp) {
    return byCode[((int) (stamp >>> BITS) & MASK) >>> ABOUT_BITS];
  }

  /** How many turns a call lies before the present one. */
  private int behind(long stamp) {
    return (short) (turn(present) - turn(stamp));
  }

  private static int place(long turn) {
    return (int) turn & (REMEMBERED - 1);
  }

  private static int turn(long stamp) {
    return (int) (stamp >>> (2 * BITS)) & MASK;
  }
}
