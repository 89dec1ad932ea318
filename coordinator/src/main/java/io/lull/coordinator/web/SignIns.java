package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.coordinator.access.Buckets;
import io.lull.coordinator.access.Guard;
import io.lull.coordinator.access.Rate;
import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.enrolment.EnrolmentService;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Who may look at the page: whoever is enrolled, by a link that they ask for or by their
 * certificate, and whomever an administrator makes a link for. Who is put out is out with the next
 * question of their browser. Safe for several threads; what is written down is waited for.
 */
public final class SignIns {
  /** From one address, whether they succeed or not. */
  static final Rate TRIES = new Rate(30, 2);

  private final Tickets tickets;
  private final Visits visits;
  private final Function<String, Optional<ByteString>> keyOf;
  private final Guard guard;
  private final AuditLog audit;
  private final Clock clock;
  private final RandomGenerator random;
  private final Buckets<String> tries;

  /**
   * @param keyOf the key of an enrolled person; empty: nobody is called so
   * @param random as hard to guess as that of keys
   */
  public SignIns(
      Function<String, Optional<ByteString>> keyOf,
      Guard guard,
      AuditLog audit,
      Clock clock,
      RandomGenerator random) {
    this.tickets = new Tickets(clock, random);
    this.visits = new Visits(clock);
    this.keyOf = keyOf;
    this.guard = guard;
    this.audit = audit;
    this.clock = clock;
    this.random = random;
    this.tries = new Buckets<>(TRIES, clock);
  }

  /**
   * A link's secret.
   *
   * @param person who will be signed in
   * @param expiresMillis since 1970
   */
  record Link(String ticket, String person, long expiresMillis) {}

  /** Why somebody is not let in, as the page knows it. */
  enum Reason {
    /** They showed nothing, or what is not known here: another coordinator may have led before. */
    UNKNOWN("unknown"),
    PUT_OUT("put-out"),
    /** The name that they were invited by is an enrolled person's now. */
    NAME_TAKEN("name-taken"),
    LINK_OVER("link-over"),
    TOO_OFTEN("too-often");

    private final String wire;

    Reason(String wire) {
      this.wire = wire;
    }

    String wire() {
      return wire;
    }
  }

  /** What is made of a browser's question. */
  sealed interface Answer {
    /**
     * @param endMillis until when, since 1970; 0: for as long as their certificate is good
     */
    record Known(Visitor visitor, long endMillis) implements Answer {}

    record Stranger(Reason reason, String line) implements Answer {}
  }

  /**
   * @param cookie for the browser alone
   */
  record SignedIn(String cookie, Answer.Known known) {}

  /**
   * @param person whom it is for; empty: for whoever asks
   * @throws StatusRuntimeException with one line when they may not, or it cannot be
   */
  Link link(Caller asker, String person) {
    final boolean own = person.isEmpty() || asker.isPerson(person);
    if (!own && !asker.administers()) {
      audit.refused(asker, Action.MAKE_LINK, printable(person), "not an administrator");
      throw Status.PERMISSION_DENIED
          .withDescription("only administrators make links for others: leave out --for")
          .asRuntimeException();
    }
    final Visitor visitor = own ? new Visitor(asker, false) : other(person);
    final Tickets.Made made =
        tickets
            .make(visitor, asker.keySha256(), own ? Tickets.OWN : Tickets.SENT)
            .orElseThrow(() ->
                Status.RESOURCE_EXHAUSTED
                    .withDescription(
                        "there are too many links that nobody has used yet: try again in a minute")
                    .asRuntimeException());
    audit.did(asker, Action.MAKE_LINK, visitor.name(), "");
    return new Link(made.secret(), visitor.name(), made.expiresMillis());
  }

  /** An enrolled person has the rights of a user here, whatever else they may elsewhere. */
  private Visitor other(String person) {
    try {
      EnrolmentService.checkName(person);
    } catch (IllegalArgumentException e) {
      throw Status.INVALID_ARGUMENT
          .withDescription(e.getMessage())
          .withCause(e)
          .asRuntimeException();
    }
    return keyOf
        .apply(person)
        .map(key -> new Visitor(new Caller(person, Role.USER, key, ""), false))
        .orElseGet(() -> Visitor.invited(person));
  }

  /** Lets the first in who comes with a link. */
  Optional<SignedIn> signIn(String ticket, String host) {
    final Optional<Visitor> shown = tickets.use(ticket).map(visitor -> visitor.at(host));
    if (shown.isEmpty() || refusal(shown.get()).isPresent()) {
      audit.refused(
          shown.map(Visitor::name).orElse(""),
          shown.map(visitor -> visitor.caller().role().wire()).orElse(""),
          host,
          Action.SIGN_IN,
          "",
          "the link was used, is over, or is of somebody who was put out");
      return Optional.empty();
    }
    final String cookie = Secret.draw(random);
    final Visits.Visit visit = visits.begin(Secret.hash(cookie), shown.get());
    audit.did(shown.get().caller(), Action.SIGN_IN, shown.get().name(), "by a link");
    return Optional.of(new SignedIn(cookie, new Answer.Known(visit.visitor(), visit.endMillis())));
  }

  /** False: this address tries too often. */
  boolean mayTry(String host) {
    return tries.take(host, 1);
  }

  /**
   * @param cookie empty: none was shown
   * @param certificate of the grid; empty: none was shown
   */
  Answer who(String cookie, Optional<Caller> certificate) {
    if (!cookie.isEmpty()) {
      final ByteString hash = Secret.hash(cookie);
      final Optional<Visits.Visit> visit = visits.find(hash);
      if (visit.isPresent()) {
        final Optional<Answer.Stranger> refusal = refusal(visit.get().visitor());
        if (refusal.isPresent()) {
          visits.end(hash);
          return refusal.get();
        }
        return new Answer.Known(visit.get().visitor(), visit.get().endMillis());
      }
    }
    return certificate
        .filter(caller -> caller.role() != Role.NODE)
        .map(caller -> new Visitor(caller, false))
        .map(this::byCertificate)
        .orElseGet(() ->
            new Answer.Stranger(
                Reason.UNKNOWN, "this browser is not signed in: come by a link (lull web)"));
  }

  private Answer byCertificate(Visitor visitor) {
    final Optional<Answer.Stranger> refusal = refusal(visitor);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    final ByteString hash =
        Secret.hash("certificate " + HexFormat.of().formatHex(visitor.key().toByteArray()));
    if (visits.find(hash).isEmpty()) {
      visits.begin(hash, visitor);
      audit.did(visitor.caller(), Action.SIGN_IN, visitor.name(), "with their certificate");
    }
    return new Answer.Known(visitor, 0);
  }

  private Optional<Answer.Stranger> refusal(Visitor visitor) {
    return guard
        .putOut(visitor.caller())
        .map(line -> new Answer.Stranger(Reason.PUT_OUT, line))
        .or(() ->
            visitor.invited() && keyOf.apply(visitor.name()).isPresent()
                ? Optional.of(
                    new Answer.Stranger(
                        Reason.NAME_TAKEN,
                        "somebody called "
                            + visitor.name()
                            + " has enrolled since: ask for another link"))
                : Optional.empty());
  }

  void signOut(String cookie) {
    visits
        .end(Secret.hash(cookie))
        .ifPresent(visit ->
            audit.did(visit.visitor().caller(), Action.SIGN_OUT, visit.visitor().name(), ""));
  }

  /**
   * Ends the links and visits of one who was invited.
   *
   * @return when, in milliseconds since 1970; 0: nobody of this name was
   */
  public long putOutInvited(String name) {
    final ByteString key = Visitor.invited(name).key();
    final boolean links = tickets.dropOf(key);
    return visits.endOf(key) || links ? clock.epochMillis() : 0;
  }

  private static String printable(String text) {
    final String cut = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return cut.replaceAll("[^\\p{Graph} ]", "?");
  }
}
