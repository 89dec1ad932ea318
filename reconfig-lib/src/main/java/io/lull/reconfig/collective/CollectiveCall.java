package io.lull.reconfig.collective;

import java.util.Arrays;
import java.util.List;

/**
 * A kind of call that all workers make at the same turn.
 *
 * @param code that tells it from all others; 0 to 15 are those of this package, those of a
 *     programming model follow
 * @param words as an author knows it; what the call is about follows them
 */
public record CollectiveCall(int code, String words) {
  /** A model's own codes begin here. */
  public static final int FIRST_OF_MODELS = 16;

  /** Codes are smaller than this. */
  public static final int CODES = 32;

  static final CollectiveCall NOTHING = new CollectiveCall(0, "nothing yet");
  static final CollectiveCall MAX = new CollectiveCall(1, "max(...)");
  static final CollectiveCall SUM = new CollectiveCall(2, "sum(...)");
  static final CollectiveCall BARRIER = new CollectiveCall(3, "barrier()");
  static final CollectiveCall BROADCAST = new CollectiveCall(4, "broadcast(...) from rank ");
  static final CollectiveCall EXCHANGE = new CollectiveCall(5, "gather(...) or exchange(...)");
  static final CollectiveCall END = new CollectiveCall(6, "the end of the program");
  static final CollectiveCall SAFE_POINT = new CollectiveCall(7, "a safe point that is kept");

  static final CollectiveCall NUMBERS = new CollectiveCall(8, "numbers(...)");
  static final CollectiveCall COMBINE = new CollectiveCall(9, "a reduction");

  private static final List<CollectiveCall> OWN =
      List.of(NOTHING, MAX, SUM, BARRIER, BROADCAST, EXCHANGE, END, SAFE_POINT, NUMBERS, COMBINE);

  /**
   * @throws IllegalArgumentException when the code is none
   */
  public CollectiveCall {
    if (code < 0 || code >= CODES) {
      throw new IllegalArgumentException("no call has the code " + code);
    }
  }

  /** By code: those of this package and a model's. */
  static CollectiveCall[] byCode(List<CollectiveCall> ofModel) {
    final CollectiveCall[] calls = new CollectiveCall[CODES];
    Arrays.fill(calls, NOTHING);
    OWN.forEach(call -> calls[call.code()] = call);
    for (final CollectiveCall call : ofModel) {
      if (call.code() < FIRST_OF_MODELS) {
        throw new IllegalArgumentException("code " + call.code() + " is not a model's");
      }
      calls[call.code()] = call;
    }
    return calls;
  }
}
