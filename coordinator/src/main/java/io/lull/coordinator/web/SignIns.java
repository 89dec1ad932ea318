package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.coordinator.access.CallerPolicy;
import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.enrolment.EnrolmentService;
import io.lull.limits.Rate;
import io.lull.limits.RateLimiters;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Signs in to the page: enrolled people by a link that they request or by their certificate, others
 * by a link that an administrator makes. A revocation takes effect with the next request. Any
 * thread; methods wait for the audit log.
 */
public final class SignIns {
  /** From one address, whether they succeed or not. */
  static final Rate TRIES = new Rate(30, 2);

  private final SignInLinks links;
  private final BrowserSessions sessions;
  private final Function<String, Optional<ByteString>> keyOf;
  private final CallerPolicy policy;
  private final AuditLog audit;
  private final Clock clock;
  private final RandomGenerator random;
  private final RateLimiters<String> tries;

  /**
   * @param keyOf the key of an enrolled person; empty: nobody is called so
   * @param random as hard to guess as that of keys
   */
  public SignIns(
      Function<String, Optional<ByteString>> keyOf,
      CallerPolicy policy,
      AuditLog audit,
      Clock clock,
      RandomGenerator random) {
    this.links = new SignInLinks(clock, random);
    this.sessions = new BrowserSessions(clock);
    this.keyOf = keyOf;
    this.policy = policy;
    this.audit = audit;
    this.clock = clock;
    this.random = random;
    this.tries = new RateLimiters<>(TRIES, clock);
  }

  /**
   * A link's secret.
   *
   * @param person who will be signed in
   * @param expiresMillis since 1970
   */
  record Link(String ticket, String person, long expiresMillis) {}

  /** Why a sign-in is refused, in the page's terms. */
  enum Reason {
    /** They showed nothing, or what is not known here: another coordinator may have led before. */
    UNKNOWN("unknown"),
    REVOKED("revoked"),
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
  sealed interface Authentication {
    /**
     * @param endMillis until when, since 1970; 0: for as long as their certificate is good
     */
    record Known(PageUser user, long endMillis) implements Authentication {}

    record Refused(Reason reason, String line) implements Authentication {}
  }

  /**
   * @param cookie for the browser alone
   */
  record SignedIn(String cookie, Authentication.Known known) {}

  /**
   * @param person for whom it is; empty: for the caller
   * @throws StatusRuntimeException with one line when they may not, or it cannot be
   */
  Link link(Caller asker, String person) {
    final boolean own = person.isEmpty() || asker.isPerson(person);
    if (!own && !asker.administers()) {
      audit.refused(asker, Action.MAKE_LINK, printable(person), "not an administrator");
      throw Status.PERMISSION_DENIED
          .withDescription("only administrators can create links for others: omit --for")
          .asRuntimeException();
    }
    final PageUser user = own ? new PageUser(asker, false) : other(person);
    final SignInLinks.NewLink made =
        links
            .make(user, asker.keySha256(), own ? SignInLinks.OWN : SignInLinks.SENT)
            .orElseThrow(() ->
                Status.RESOURCE_EXHAUSTED
                    .withDescription("too many unused links: try again in a minute")
                    .asRuntimeException());
    audit.did(asker, Action.MAKE_LINK, user.name(), "");
    return new Link(made.secret(), user.name(), made.expiresMillis());
  }

  /** An enrolled person has the rights of a user here, whatever else they may elsewhere. */
  private PageUser other(String person) {
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
        .map(key -> new PageUser(new Caller(person, Role.USER, key, ""), false))
        .orElseGet(() -> PageUser.invited(person));
  }

  /** Lets the first in who comes with a link. */
  Optional<SignedIn> signIn(String ticket, String host) {
    final Optional<PageUser> shown = links.use(ticket).map(user -> user.at(host));
    if (shown.isEmpty() || refusal(shown.get()).isPresent()) {
      audit.refused(
          shown.map(PageUser::name).orElse(""),
          shown.map(user -> user.caller().role().wire()).orElse(""),
          host,
          Action.SIGN_IN,
          "",
          "the link was used, has expired, or belongs to a revoked user");
      return Optional.empty();
    }
    final String cookie = BrowserSecret.draw(random);
    final BrowserSessions.Session session = sessions.begin(BrowserSecret.hash(cookie), shown.get());
    audit.did(shown.get().caller(), Action.SIGN_IN, shown.get().name(), "by a link");
    return Optional.of(
        new SignedIn(cookie, new Authentication.Known(session.user(), session.endMillis())));
  }

  /** False: this address tries too often. */
  boolean mayTry(String host) {
    return tries.take(host, 1);
  }

  /**
   * @param cookie empty: none was shown
   * @param certificate of the grid; empty: none was shown
   */
  Authentication who(String cookie, Optional<Caller> certificate) {
    if (!cookie.isEmpty()) {
      final ByteString hash = BrowserSecret.hash(cookie);
      final Optional<BrowserSessions.Session> session = sessions.find(hash);
      if (session.isPresent()) {
        final Optional<Authentication.Refused> refusal = refusal(session.get().user());
        if (refusal.isPresent()) {
          sessions.end(hash);
          return refusal.get();
        }
        return new Authentication.Known(session.get().user(), session.get().endMillis());
      }
    }
    return certificate
        .filter(caller -> caller.role() != Role.NODE)
        .map(caller -> new PageUser(caller, false))
        .map(this::byCertificate)
        .orElseGet(() ->
            new Authentication.Refused(
                Reason.UNKNOWN, "this browser is not signed in: open a link from lull web"));
  }

  private Authentication byCertificate(PageUser user) {
    final Optional<Authentication.Refused> refusal = refusal(user);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    final ByteString hash =
        BrowserSecret.hash("certificate " + HexFormat.of().formatHex(user.key().toByteArray()));
    if (sessions.find(hash).isEmpty()) {
      sessions.begin(hash, user);
      audit.did(user.caller(), Action.SIGN_IN, user.name(), "with their certificate");
    }
    return new Authentication.Known(user, 0);
  }

  private Optional<Authentication.Refused> refusal(PageUser user) {
    return policy
        .revocation(user.caller())
        .map(line -> new Authentication.Refused(Reason.REVOKED, line))
        .or(() ->
            user.invited() && keyOf.apply(user.name()).isPresent()
                ? Optional.of(
                    new Authentication.Refused(
                        Reason.NAME_TAKEN,
                        "a user named "
                            + user.name()
                            + " has enrolled since: request another link"))
                : Optional.empty());
  }

  void signOut(String cookie) {
    sessions
        .end(BrowserSecret.hash(cookie))
        .ifPresent(session ->
            audit.did(session.user().caller(), Action.SIGN_OUT, session.user().name(), ""));
  }

  /**
   * Ends the links and sessions of one who was invited.
   *
   * @return when, in milliseconds since 1970; 0: nobody of this name was
   */
  public long revokeInvited(String name) {
    final ByteString key = PageUser.invited(name).key();
    final boolean dropped = links.dropOf(key);
    return sessions.endOf(key) || dropped ? clock.epochMillis() : 0;
  }

  private static String printable(String text) {
    final String cut = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return cut.replaceAll("[^\\p{Graph} ]", "?");
  }
}
