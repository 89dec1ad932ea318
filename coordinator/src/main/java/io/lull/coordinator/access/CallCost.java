package io.lull.coordinator.access;

import io.grpc.Context;

/**
 * The cost of a call beyond that of every call of its method; only the code that answers the call
 * knows it. Any thread.
 */
public final class CallCost {
  static final Context.Key<CallLimits.Allowance> KEY = Context.key("allowance");

  private CallCost() {}

  /**
   * Charges the caller of the call at hand for it, if calls are counted here. It is answered in any
   * case; whoever has less left than that waits for longer until their next one.
   *
   * @param calls as good as so many
   */
  public static void add(int calls) {
    final CallLimits.Allowance allowance = KEY.get();
    if (allowance != null) {
      allowance.owes(calls);
    }
  }
}
