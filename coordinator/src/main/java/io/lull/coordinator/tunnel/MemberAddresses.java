package io.lull.coordinator.tunnel;

import io.lull.protocol.transport.HostPort;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The members at the known addresses, as far as they have answered. Any thread. */
final class MemberAddresses {
  private final List<HostPort> addresses;
  private final Map<HostPort, MemberId> known = new HashMap<>();

  MemberAddresses(List<HostPort> addresses) {
    this.addresses = List.copyOf(addresses);
  }

  List<HostPort> addresses() {
    return addresses;
  }

  /**
   * @param found empty when nobody answered
   */
  synchronized void learn(HostPort address, Optional<MemberId> found) {
    found.ifPresentOrElse(who -> known.put(address, who), () -> known.remove(address));
  }

  synchronized Optional<HostPort> where(MemberId who) {
    return known.entrySet().stream()
        .filter(entry -> entry.getValue().equals(who))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  synchronized boolean knows(HostPort address) {
    return known.containsKey(address);
  }

  synchronized Set<MemberId> who() {
    return known.values().stream()
        .collect(
            Collectors.toCollection(
                () -> new TreeSet<>(java.util.Comparator.comparingLong(MemberId::number))));
  }
}
