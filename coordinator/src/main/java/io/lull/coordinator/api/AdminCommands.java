package io.lull.coordinator.api;

import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.store.AuditTrail.Entry;
import io.lull.coordinator.enrolment.Revocations;
import io.lull.coordinator.enrolment.Tokens;
import io.lull.coordinator.priority.PriorityLimits;
import io.lull.protocol.model.Role;
import io.lull.protocol.records.RevocationRecord;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.AuditEntry;
import io.lull.protocol.wire.AuditList;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.CreateTokenReply;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.DrainRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.PriorityLimit;
import io.lull.protocol.wire.PriorityList;
import io.lull.protocol.wire.PriorityRequest;
import io.lull.protocol.wire.RevocationList;
import io.lull.protocol.wire.RevocationView;
import io.lull.protocol.wire.RevokeRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToLongFunction;

/**
 * Commands of administrators: enrolment tokens, draining, revocation, priority limits, the audit
 * log.
 */
public final class AdminCommands {
  private static final Duration LONGEST_AUDIT = Duration.ofDays(400);

  /** A list must fit into one message. */
  private static final int MAX_LIST_BYTES = 3 << 20;

  private final Tokens tokens;
  private final Revocations revocations;
  private final GridCommands commands;
  private final AuditLog audit;
  private final PriorityLimits priorities;
  private final Runnable closeRevoked;
  private final ToLongFunction<String> revokeInvited;

  /**
   * @param closeRevoked ends the connections of those who were revoked
   * @param revokeInvited ends what somebody without a certificate was let in for by a link; when,
   *     in milliseconds since 1970, or 0 when nobody of the name was
   */
  public AdminCommands(
      Tokens tokens,
      Revocations revocations,
      GridCommands commands,
      AuditLog audit,
      PriorityLimits priorities,
      Runnable closeRevoked,
      ToLongFunction<String> revokeInvited) {
    this.tokens = tokens;
    this.revocations = revocations;
    this.commands = commands;
    this.audit = audit;
    this.priorities = priorities;
    this.closeRevoked = closeRevoked;
    this.revokeInvited = revokeInvited;
  }

  CreateTokenReply createToken(Caller caller, CreateTokenRequest request) {
    final Role role = Role.of(request.getRole().isEmpty() ? "node" : request.getRole());
    final Duration validity =
        request.getExpiresSeconds() == 0
            ? Tokens.DEFAULT_VALIDITY
            : Duration.ofSeconds(request.getExpiresSeconds());
    final Tokens.Created created = tokens.create(role, request.getName(), validity, caller.name());
    audit.did(
        caller,
        Action.CREATE_TOKEN,
        request.getName().isEmpty() ? role.wire() : role.wire() + " " + request.getName(),
        "valid for " + Durations.format(validity));
    return CreateTokenReply.newBuilder()
        .setToken(created.token().text())
        .setExpiresEpochMillis(created.expiresMillis())
        .build();
  }

  NodeView drain(Caller caller, DrainRequest request) {
    final NodeView view = commands.drain(caller, request.getName(), request.getBy());
    audit.did(
        caller,
        Action.DRAIN,
        request.getName(),
        view.getDrainBy() == 0 ? "" : "by " + Instant.ofEpochMilli(view.getDrainBy()));
    return view;
  }

  NodeView undrain(Caller caller, String node) {
    final NodeView view = commands.undrain(node);
    audit.did(caller, Action.UNDRAIN, node, "");
    return view;
  }

  RevocationView revoke(Caller caller, RevokeRequest request) {
    if (meansInvited(request)) {
      final long at = revokeInvited.applyAsLong(request.getName());
      if (at != 0) {
        audit.did(caller, Action.REVOKE, request.getName(), "links to the web page");
        return RevocationView.newBuilder()
            .setName(request.getName())
            .setRole(Role.USER.wire())
            .setAt(at)
            .setBy(caller.name())
            .build();
      }
    }
    final Role role =
        revocations.roleOf(
            request.getName(), request.getRole().isEmpty() ? null : Role.of(request.getRole()));
    final RevocationRecord revocation = revocations.revoke(role, request.getName(), caller.name());
    if (role == Role.NODE) {
      commands.revoke(revocation.getName(), "this node was revoked by " + revocation.getBy());
    }
    closeRevoked.run();
    audit.did(caller, Action.REVOKE, revocation.getName(), "a certificate of a " + role.wire());
    return view(revocation);
  }

  /** Who is enrolled comes before who was only invited. */
  private boolean meansInvited(RevokeRequest request) {
    return request.getRole().isEmpty()
        ? !revocations.isEnrolled(request.getName())
        : request.getRole().equals(Role.USER.wire()) && !revocations.isPerson(request.getName());
  }

  RevocationList revoked() {
    final RevocationList.Builder list = RevocationList.newBuilder();
    revocations.all().forEach(one -> list.addRevocations(view(one)));
    return list.build();
  }

  private static RevocationView view(RevocationRecord one) {
    return RevocationView.newBuilder()
        .setName(one.getName())
        .setRole(one.getRole())
        .setAt(one.getAt())
        .setBy(one.getBy())
        .build();
  }

  PriorityList priorities() {
    final PriorityList.Builder list =
        PriorityList.newBuilder().setEverybody(priorities.everybody());
    priorities
        .exceptions()
        .forEach((user, limit) ->
            list.addLimits(
                PriorityLimit.newBuilder()
                    .setUser(user)
                    .setGreatest(limit.getGreatest())
                    .setAt(limit.getAt())
                    .setBy(limit.getBy())));
    return list.build();
  }

  /**
   * @throws IllegalArgumentException with one line when it is out of range, or of nobody's
   */
  PriorityList setPriority(Caller caller, PriorityRequest request) {
    final String user = request.getUser();
    if (!user.isEmpty() && !request.getUsual() && !revocations.isPerson(user)) {
      throw new IllegalArgumentException(
          "no user named '"
              + printable(user)
              + "' has logged in: check the name, or repeat this after their first"
              + " login");
    }
    if (request.getUsual()) {
      priorities.reset(user);
    } else {
      priorities.set(user, request.getGreatest(), caller.name());
    }
    audit.did(
        caller,
        Action.SET_PRIORITY,
        user.isEmpty() ? "everybody" : user,
        request.getUsual() ? "as usual" : "at most " + request.getGreatest());
    return priorities();
  }

  private static String printable(String name) {
    return name.replaceAll("[^\\p{Graph} ]", "?");
  }

  /**
   * @throws IllegalArgumentException with one line when that is not kept
   */
  AuditList audit(AuditRequest request) {
    final Duration since = Duration.ofMillis(request.getSinceMillis());
    if (since.toMillis() < 1 || since.compareTo(LONGEST_AUDIT) > 0) {
      throw new IllegalArgumentException(
          "the audit log covers "
              + LONGEST_AUDIT.toDays()
              + " days: --since must be between 1ms and that");
    }
    final AuditLog.Answer answer = audit.since(since);
    final AuditList.Builder list = AuditList.newBuilder().setMore(answer.more());
    int bytes = 0;
    int first = answer.entries().size();
    while (first > 0 && bytes <= MAX_LIST_BYTES) {
      first--;
      bytes += view(answer.entries().get(first)).getSerializedSize();
    }
    answer.entries().subList(first, answer.entries().size()).stream()
        .map(AdminCommands::view)
        .forEach(list::addEntries);
    return list.setMore(answer.more() || first > 0).build();
  }

  private static AuditEntry view(Entry entry) {
    return AuditEntry.newBuilder()
        .setAt(entry.atMillis())
        .setWho(entry.who())
        .setRole(entry.role())
        .setHost(entry.host())
        .setAction(entry.action())
        .setSubject(entry.subject())
        .setOutcome(entry.done() ? "done" : "refused")
        .setDetail(entry.detail())
        .build();
  }
}
