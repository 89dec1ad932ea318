package io.lull.coordinator.enrolment;

import com.google.protobuf.ByteString;
import io.lull.coordinator.access.CallerPolicy;
import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.RevocationStore;
import io.lull.protocol.model.Role;
import io.lull.protocol.records.NameRecord;
import io.lull.protocol.records.RevocationRecord;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Revocations: a revoked key cannot connect. A revocation is kept for as long as the certificate
 * could be valid. Any thread.
 */
public final class Revocations implements CallerPolicy {
  private static final Duration REMEMBERED = Authority.MEMBER_VALIDITY.plusDays(30);

  private final RevocationStore store;
  private final NameStore names;
  private final Tokens tokens;
  private final AuditLog audit;
  private final Clock clock;
  private final Map<ByteString, RevocationRecord> byKey = new ConcurrentHashMap<>();

  public Revocations(
      RevocationStore store, NameStore names, Tokens tokens, AuditLog audit, Clock clock) {
    this.store = store;
    this.names = names;
    this.tokens = tokens;
    this.audit = audit;
    this.clock = clock;
    store.all().forEach(this::remember);
  }

  @Override
  public Optional<String> revocation(Caller caller) {
    return Optional.ofNullable(byKey.get(caller.keySha256())).map(Revocations::line);
  }

  private static String line(RevocationRecord one) {
    return one.getName()
        + " was revoked by "
        + one.getBy()
        + " at "
        + Instant.ofEpochMilli(one.getAt()).truncatedTo(ChronoUnit.SECONDS)
        + ": to regain access, "
        + (one.getRole().equals(Role.NODE.wire())
            ? "delete the credentials folder of its agent and start the agent with --enroll and a"
                + " new token"
            : "log in with a token for this name (lull token create --for " + one.getName() + ")");
  }

  @Override
  public void refused(Caller caller, String method) {
    audit.refused(caller, Action.CALL, method, "not for the role " + caller.role().wire());
  }

  private void remember(RevocationRecord one) {
    keys(one).forEach(key -> byKey.put(key, one));
  }

  private static List<ByteString> keys(RevocationRecord one) {
    return Stream.concat(Stream.of(one.getKeySha256()), one.getRenewedKeySha256List().stream())
        .toList();
  }

  /** The newest first. */
  public List<RevocationRecord> all() {
    return byKey.values().stream()
        .distinct()
        .sorted(Comparator.comparingLong(RevocationRecord::getAt).reversed())
        .toList();
  }

  /**
   * Who is meant by a name.
   *
   * @param role null: whoever is called so
   * @throws IllegalArgumentException with one line when it is nobody, or several
   */
  public Role roleOf(String name, @org.jspecify.annotations.Nullable Role role) {
    final List<Role> found =
        Stream.of(Role.values())
            .filter(each -> role == null || each == role)
            .filter(each -> names.find(each, name).isPresent())
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          byKey.values().stream()
              .filter(one -> one.getName().equals(name))
              .max(Comparator.comparingLong(RevocationRecord::getAt))
              .map(
                  one -> "'" + name + "' was already revoked by " + one.getBy() + " (lull revoked)")
              .orElse(
                  "no node or user named '"
                      + name
                      + "' is enrolled"
                      + (role == null ? "" : " as " + role.wire())
                      + " (lull nodes lists the workstations)"));
    }
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          "a workstation and a person are named '"
              + name
              + "': add --role node or --role "
              + found.getLast().wire());
    }
    return found.getFirst();
  }

  /** Whether a person of this name was revoked, whose jobs may still be there. */
  boolean isRevokedPerson(String name) {
    return byKey.values().stream()
        .anyMatch(one -> one.getName().equals(name) && !one.getRole().equals(Role.NODE.wire()));
  }

  /** Whether a user of this name is admitted. */
  public boolean isPerson(String name) {
    return names.find(Role.USER, name).isPresent() || names.find(Role.ADMIN, name).isPresent();
  }

  /** Whether a holder of this name is admitted. */
  public boolean isEnrolled(String name) {
    return Stream.of(Role.values()).anyMatch(role -> names.find(role, name).isPresent());
  }

  /** The key that a person of this name enrolled with; empty: nobody is called so. */
  public Optional<ByteString> keyOf(String person) {
    return names
        .find(Role.USER, person)
        .or(() -> names.find(Role.ADMIN, person))
        .map(NameRecord::getKeySha256);
  }

  /**
   * Revokes a name with every key that its certificate was renewed for. The tokens that it created
   * become invalid. A workstation's name is free for another; a person's only for who has a token
   * for it. Its connections are closed by {@code GrpcServer.closeRevoked}.
   *
   * @throws IllegalArgumentException with one line when it is nobody, or the last administrator
   */
  public RevocationRecord revoke(Role role, String name, String by) {
    // As a renewal does: none may come between a look at the keys and their revocation.
    synchronized (names) {
      return revoked(role, name, by);
    }
  }

  private RevocationRecord revoked(Role role, String name, String by) {
    final NameRecord known =
        names
            .find(role, name)
            .orElseThrow(
                () -> new IllegalArgumentException("no node or user is named '" + name + "'"));
    if (role == Role.ADMIN && names.countWith(Role.ADMIN) < 2) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is the last administrator: enrol another first (lull token create --role"
              + " admin)");
    }
    final RevocationRecord revocation =
        RevocationRecord.newBuilder()
            .setName(name)
            .setRole(role.wire())
            .setKeySha256(known.getKeySha256())
            .addAllRenewedKeySha256(NameStore.keys(known).stream().skip(1).toList())
            .setAt(clock.epochMillis())
            .setBy(by)
            .build();
    forgetOld();
    store.put(revocation);
    remember(revocation);
    if (role == Role.ADMIN) {
      tokens.dropOpenBy(name);
    }
    names.free(role, name);
    return revocation;
  }

  private void forgetOld() {
    final long before = clock.epochMillis() - REMEMBERED.toMillis();
    for (final RevocationRecord one : List.copyOf(byKey.values())) {
      if (one.getAt() < before) {
        store.remove(one.getKeySha256());
        keys(one).forEach(byKey::remove);
      }
    }
  }
}
