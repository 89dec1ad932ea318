package io.lull.simulator.job;

import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Reconfigure;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The data of one worker that follows a change: it gives some, or waits for some. */
final class HandOver {
  private final Set<String> awaited = new TreeSet<>();
  private boolean giving;

  /** The change is in force. */
  void begin(Reconfigure order, String self) {
    awaited.clear();
    giving = gives(order, self);
    for (final String worker : ids(order.getLive().getLayout().getMembersList())) {
      if (gives(order, worker) && joins(order, self)) {
        awaited.add(worker);
      }
    }
  }

  /** Whether that worker will have to stay after the change. */
  static boolean gives(Reconfigure order, String worker) {
    return order.getPostCopy()
        && ids(order.getLive().getLayout().getMembersList()).contains(worker)
        && !ids(order.getMembersList()).contains(worker)
        && ids(order.getMembersList()).stream().anyMatch(other -> joins(order, other));
  }

  private static boolean joins(Reconfigure order, String worker) {
    return ids(order.getMembersList()).contains(worker)
        && !ids(order.getLive().getLayout().getMembersList()).contains(worker);
  }

  private static List<String> ids(List<Member> members) {
    return members.stream().map(Member::getWorker).toList();
  }

  boolean isGiving() {
    return giving;
  }

  /** All that it gives has come to where it goes. */
  void given() {
    giving = false;
  }

  void come(String from) {
    awaited.remove(from);
  }

  boolean awaits(String worker) {
    return awaited.contains(worker);
  }

  boolean isWhole() {
    return awaited.isEmpty();
  }
}
