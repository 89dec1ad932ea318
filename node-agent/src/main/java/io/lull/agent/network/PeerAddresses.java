package io.lull.agent.network;

import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.WorkerOrder;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Where the workers of a job listen, as the coordinator's orders to one of them name them: the
 * addresses that this one may be connected with. Any thread.
 */
public final class PeerAddresses {
  /** Those that were named last; a job has fewer workers. */
  static final int MAX_KNOWN = 4096;

  private final LinkedHashSet<HostPort> known = new LinkedHashSet<>();

  /** Call this before the worker reads the order. */
  public void learn(WorkerOrder order) {
    switch (order.getOrderCase()) {
      case MEET -> {
        addAll(order.getMeet().getLayout().getMembersList());
        addAll(order.getMeet().getMembersList());
      }
      case RECONFIGURE -> addAll(order.getReconfigure().getMembersList());
      case CAPTURE -> {
        if (order.getCapture().hasKeeper()) {
          addAll(List.of(order.getCapture().getKeeper()));
        }
      }
      case WELCOME, PROPOSE, PROCEED, END, ALLOWANCE, DEAL, ORDER_NOT_SET -> {}
    }
  }

  private void addAll(List<Member> members) {
    members.forEach(member -> add(new HostPort(member.getHost(), member.getPort())));
  }

  synchronized void add(HostPort address) {
    known.remove(address);
    known.add(address);
    if (known.size() > MAX_KNOWN) {
      known.removeFirst();
    }
  }

  synchronized boolean include(HostPort address) {
    return known.contains(address);
  }
}
