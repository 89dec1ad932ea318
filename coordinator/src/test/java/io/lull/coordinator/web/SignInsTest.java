package io.lull.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.coordinator.access.CallerPolicy;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.audit.InMemoryTrail;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is let in to the page, as whom, and for how long. */
class SignInsTest {
  private static final String HOST = "10.0.0.7";

  private final VirtualClock clock = new VirtualClock();
  private final Map<String, ByteString> enrolled = new HashMap<>();
  private final Set<ByteString> revoked = new HashSet<>();
  private final InMemoryTrail trail = new InMemoryTrail();
  private final AuditLog audit = new AuditLog(trail, clock);
  private final Caller ada = person("ada", Role.USER);
  private final Caller root = person("root", Role.ADMIN);
  private final SignIns signIns =
      new SignIns(
          name -> Optional.ofNullable(enrolled.get(name)),
          new Outs(),
          audit,
          clock,
          Seed.ofThisRun().random());

  private List<String> told() {
    return trail.entries().stream()
        .map(each ->
            each.who()
                + " "
                + each.action()
                + " "
                + each.subject()
                + (each.done() ? "" : " refused")
                + " from "
                + each.host())
        .toList();
  }

  private final class Outs implements CallerPolicy {
    @Override
    public Optional<String> revocation(Caller caller) {
      return revoked.contains(caller.keySha256())
          ? Optional.of(caller.name() + " was revoked")
          : Optional.empty();
    }

    @Override
    public void refused(Caller caller, String method) {}
  }

  private static Caller person(String name, Role role) {
    return new Caller(name, role, ByteString.copyFromUtf8("key of " + name), "10.0.0.1");
  }

  @BeforeEach
  void enrol() {
    audit.start();
    List.of(ada, root).forEach(each -> enrolled.put(each.name(), each.keySha256()));
  }

  @AfterEach
  void stop() {
    audit.close();
  }

  private String cookie(SignIns.Link link) {
    return signIns.signIn(link.ticket(), HOST).orElseThrow().cookie();
  }

  private SignIns.Authentication who(String cookie) {
    return signIns.who(cookie, Optional.empty());
  }

  private static Caller known(SignIns.Authentication answer) {
    assertThat(answer).isInstanceOf(SignIns.Authentication.Known.class);
    return ((SignIns.Authentication.Known) answer).user().caller();
  }

  private static SignIns.Reason why(SignIns.Authentication answer) {
    assertThat(answer).isInstanceOf(SignIns.Authentication.Refused.class);
    return ((SignIns.Authentication.Refused) answer).reason();
  }

  private static void assertRefused(Status.Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            refused -> assertThat(refused.getStatus().getCode()).isEqualTo(code));
  }

  @Test
  void aLinkLetsTheFirstInAsWhoeverAskedForIt() {
    final SignIns.Link link = signIns.link(ada, "");
    final String cookie = cookie(link);

    assertThat(known(who(cookie))).isEqualTo(new Caller("ada", Role.USER, ada.keySha256(), HOST));
    assertThat(signIns.signIn(link.ticket(), HOST)).isEmpty();
    assertThat(why(who("no such cookie"))).isEqualTo(SignIns.Reason.UNKNOWN);
    assertThat(why(who(""))).isEqualTo(SignIns.Reason.UNKNOWN);
  }

  @Test
  void secretsAreLongAndNeverTheSame() {
    final SignIns.Link link = signIns.link(ada, "");
    assertThat(link.ticket()).hasSize(43).isNotEqualTo(signIns.link(ada, "").ticket());
    assertThat(cookie(link)).hasSize(43).isNotEqualTo(link.ticket());
  }

  @Test
  void anOwnLinkIsOverAfterTwoMinutesAndOneThatIsSentAfterTen() {
    final SignIns.Link own = signIns.link(ada, "");
    final SignIns.Link sent = signIns.link(root, "carol");
    assertThat(own.expiresMillis() - clock.epochMillis()).isEqualTo(SignInLinks.OWN.toMillis());

    clock.advance(SignInLinks.OWN);
    assertThat(signIns.signIn(own.ticket(), HOST)).isEmpty();
    final SignIns.Link second = signIns.link(root, "carol");
    clock.advance(SignInLinks.SENT.minus(SignInLinks.OWN).minusMillis(1));
    assertThat(signIns.signIn(sent.ticket(), HOST)).isPresent();
    clock.advance(SignInLinks.OWN.plusMillis(1));
    assertThat(signIns.signIn(second.ticket(), HOST)).isEmpty();
  }

  @Test
  void aVisitIsOverAfterTwelveHoursHoweverTheWallClockIsSet() {
    final String cookie = cookie(signIns.link(ada, ""));
    clock.advance(BrowserSessions.LENGTH.minusMillis(1));
    clock.setWall(0);
    assertThat(known(who(cookie)).name()).isEqualTo("ada");
    clock.advance(Duration.ofMillis(1));
    assertThat(why(who(cookie))).isEqualTo(SignIns.Reason.UNKNOWN);
  }

  @Test
  void aRevocationTakesEffectWithTheNextRequest() {
    final String cookie = cookie(signIns.link(ada, ""));
    final SignIns.Link unused = signIns.link(ada, "");
    revoked.add(ada.keySha256());

    assertThat(why(who(cookie))).isEqualTo(SignIns.Reason.REVOKED);
    assertThat(signIns.signIn(unused.ticket(), HOST)).isEmpty();
    assertThat(why(signIns.who("", Optional.of(ada)))).isEqualTo(SignIns.Reason.REVOKED);
    revoked.clear();
    assertThat(why(who(cookie))).isEqualTo(SignIns.Reason.UNKNOWN);
  }

  @Test
  void signingOutEndsThisBrowsersVisitAlone() {
    final String here = cookie(signIns.link(ada, ""));
    final String there = cookie(signIns.link(ada, ""));
    signIns.signOut(here);
    signIns.signOut("no such cookie");

    assertThat(why(who(here))).isEqualTo(SignIns.Reason.UNKNOWN);
    assertThat(known(who(there)).name()).isEqualTo("ada");
  }

  @Test
  void onlyAdministratorsMakeLinksForOthersAndThoseAreUsers() {
    assertRefused(Status.Code.PERMISSION_DENIED, () -> signIns.link(ada, "root"));
    assertThat(known(who(cookie(signIns.link(ada, "ada")))).role()).isEqualTo(Role.USER);
    enrolled.put("boss", ByteString.copyFromUtf8("key of an administrator"));

    final Caller boss = known(who(cookie(signIns.link(root, "boss"))));
    assertThat(boss.role()).isEqualTo(Role.USER);
    assertThat(boss.keySha256()).isEqualTo(enrolled.get("boss"));
    assertThat(known(who(cookie(signIns.link(root, "")))).role()).isEqualTo(Role.ADMIN);
    assertRefused(Status.Code.INVALID_ARGUMENT, () -> signIns.link(root, "<script>"));
  }

  @Test
  void whoIsInvitedNeedsNoKeyAndCanBeRevoked() {
    final String cookie = cookie(signIns.link(root, "carol"));
    final SignIns.Link unused = signIns.link(root, "carol");
    assertThat(known(who(cookie)).name()).isEqualTo("carol");

    assertThat(signIns.revokeInvited("nobody")).isZero();
    assertThat(signIns.revokeInvited("carol")).isEqualTo(clock.epochMillis());
    assertThat(signIns.revokeInvited("carol")).isZero();

    assertThat(why(who(cookie))).isEqualTo(SignIns.Reason.UNKNOWN);
    assertThat(signIns.signIn(unused.ticket(), HOST)).isEmpty();
  }

  @Test
  void whoWasInvitedIsNotWhoeverEnrolsByTheirNameLater() {
    final String cookie = cookie(signIns.link(root, "carol"));
    final SignIns.Link unused = signIns.link(root, "carol");
    enrolled.put("carol", ByteString.copyFromUtf8("another's key"));

    assertThat(why(who(cookie))).isEqualTo(SignIns.Reason.NAME_TAKEN);
    assertThat(signIns.signIn(unused.ticket(), HOST)).isEmpty();
  }

  @Test
  void aPersonsCertificateIsEnoughAndANodesIsNot() {
    assertThat(known(signIns.who("", Optional.of(root))).role()).isEqualTo(Role.ADMIN);
    assertThat(known(signIns.who("over", Optional.of(ada))).name()).isEqualTo("ada");
    assertThat(why(signIns.who("", Optional.of(person("pc1", Role.NODE)))))
        .isEqualTo(SignIns.Reason.UNKNOWN);
    final String cookie = cookie(signIns.link(ada, ""));
    assertThat(known(signIns.who(cookie, Optional.of(root))).name()).isEqualTo("ada");
  }

  @Test
  void whoComesIsWrittenDownAndNoSecretIs() {
    final SignIns.Link link = signIns.link(root, "carol");
    final String cookie = cookie(link);
    signIns.signIn(link.ticket(), HOST);
    signIns.signOut(cookie);
    signIns.who("", Optional.of(ada));
    signIns.who("", Optional.of(ada));
    assertRefused(Status.Code.PERMISSION_DENIED, () -> signIns.link(ada, "root"));
    audit.close();

    assertThat(told())
        .containsExactly(
            "root make-link carol from 10.0.0.1",
            "carol sign-in carol from 10.0.0.7",
            " sign-in  refused from 10.0.0.7",
            "carol sign-out carol from 10.0.0.7",
            "ada sign-in ada from 10.0.0.1",
            "ada make-link root refused from 10.0.0.1");
    assertThat(trail.entries().toString()).doesNotContain(link.ticket()).doesNotContain(cookie);
  }

  @Test
  void linksAndVisitsAreBounded() {
    final List<SignIns.Link> links = new ArrayList<>();
    for (int i = 0; i <= SignInLinks.MAX_OF_MAKER; i++) {
      links.add(signIns.link(ada, ""));
    }
    assertThat(signIns.signIn(links.removeFirst().ticket(), HOST)).isEmpty();
    final List<String> cookies = new ArrayList<>();
    links.forEach(link -> cookies.add(cookie(link)));
    while (cookies.size() < BrowserSessions.MAX_OF_PERSON) {
      cookies.add(cookie(signIns.link(ada, "")));
    }
    known(who(cookies.getFirst()));
    known(who(cookie(signIns.link(ada, ""))));

    assertThat(known(who(cookies.getFirst())).name()).as("used just now").isEqualTo("ada");
    assertThat(why(who(cookies.get(1))))
        .as("not used for longest")
        .isEqualTo(SignIns.Reason.UNKNOWN);
  }

  @Test
  void noMoreLinksAreMadeThanAreRemembered() {
    for (int i = 0; i < SignInLinks.MAX; i++) {
      signIns.link(person("user" + i / SignInLinks.MAX_OF_MAKER, Role.USER), "");
    }
    assertRefused(Status.Code.RESOURCE_EXHAUSTED, () -> signIns.link(ada, ""));
    clock.advance(SignInLinks.OWN);
    assertThat(signIns.link(ada, "").person()).isEqualTo("ada");
  }

  @Test
  void whoTriesSecretsIsSlowedDown() {
    int tries = 0;
    while (signIns.mayTry(HOST)) {
      tries++;
    }
    assertThat(tries).isEqualTo(SignIns.TRIES.atOnce());
    assertThat(signIns.mayTry("10.0.0.8")).isTrue();
    clock.advance(Duration.ofSeconds(1));
    assertThat(signIns.mayTry(HOST)).isTrue();
  }
}
