package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.ListPrioritiesRequest;
import io.lull.protocol.wire.PriorityLimit;
import io.lull.protocol.wire.PriorityList;
import io.lull.protocol.wire.PriorityRequest;
import io.lull.protocol.wire.TermsRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may ask for which priority is said by administrators, and held by the coordinator. */
class PriorityLimitsTest {
  @TempDir private Path folder;
  private Rig rig;
  private Identity admin;
  private Identity ada;

  @BeforeEach
  void start() throws Exception {
    rig = new Rig(folder);
    admin = rig.administrator();
    ada = rig.enrol(rig.token(admin, "user"), "ada").identity();
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private String submit(ManagedChannel channel, int priority) {
    return Rig.grid(channel).submit(Rig.JACOBI.toBuilder().setPriority(priority).build()).getJob();
  }

  private int greatest(Identity of) {
    return Rig.grid(rig.channel(of))
        .getTerms(TermsRequest.getDefaultInstance())
        .getGreatestPriority();
  }

  private PriorityList set(String user, int greatest) {
    return Rig.grid(rig.channel(admin))
        .setPriority(PriorityRequest.newBuilder().setUser(user).setGreatest(greatest).build());
  }

  @Test
  void aUserMayLowerThemselvesAndRaiseThemselvesAsFarAsIsUsual() {
    final ManagedChannel channel = rig.channel(ada);
    assertThat(submit(channel, -100)).isEqualTo("J1");
    assertThat(submit(channel, 50)).isEqualTo("J2");
    assertThatThrownBy(() -> submit(channel, 51))
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("ada may use a priority of at most 50, not 51: give --priority 50")
        .hasMessageContaining("lull priority ada 51");
    assertThat(submit(rig.channel(admin), 100)).isEqualTo("J3");
    assertThat(greatest(ada)).isEqualTo(50);
    assertThat(greatest(admin)).isEqualTo(100);
  }

  @Test
  void whatAnAdministratorSaysOfSomebodyHoldsAfterARestart() throws Exception {
    assertThat(set("ada", 80).getLimitsList())
        .extracting(PriorityLimit::getUser, PriorityLimit::getGreatest, PriorityLimit::getBy)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("ada", 80, "root"));
    final var _ = set("", 0);

    rig.restart();

    final Identity bob = rig.enrol(rig.token(admin, "user"), "bob").identity();
    assertThat(greatest(ada)).isEqualTo(80);
    assertThat(greatest(bob)).isZero();
    assertThat(submit(rig.channel(ada), 80)).isNotEmpty();
    assertThatThrownBy(() -> submit(rig.channel(bob), 1)).hasMessageContaining("at most 0, not 1");
    final PriorityList usual =
        Rig.grid(rig.channel(admin))
            .setPriority(PriorityRequest.newBuilder().setUser("ada").setUsual(true).build());
    assertThat(usual.getLimitsList()).isEmpty();
    assertThat(greatest(ada)).isZero();
    assertThat(
            Rig.grid(rig.channel(admin))
                .getAudit(AuditRequest.newBuilder().setSinceMillis(3_600_000).build())
                .getEntriesList())
        .filteredOn(entry -> entry.getAction().equals("set-priority"))
        .extracting(entry -> entry.getWho() + " " + entry.getSubject() + " " + entry.getDetail())
        .containsExactly("root ada at most 80", "root everybody at most 0", "root ada as usual");
  }

  @Test
  void somebodyCanBeHeldBelowTheRest() {
    final var _ = set("ada", -10);
    final ManagedChannel channel = rig.channel(ada);
    assertThatThrownBy(() -> submit(channel, 0)).hasMessageContaining("at most -10, not 0");
    assertThat(submit(channel, -10)).isNotEmpty();
  }

  @Test
  void onlyAdministratorsSayAndOnlyWhatCanBe() {
    final ManagedChannel channel = rig.channel(ada);
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(channel).setPriority(PriorityRequest.getDefaultInstance()));
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(channel).listPriorities(ListPrioritiesRequest.getDefaultInstance()));
    assertThatThrownBy(() -> set("ada", 101))
        .hasMessageContaining("a priority must be between -100 and 100, not 101");
    assertThatThrownBy(() -> set("nobody", 10))
        .hasMessageContaining("no user named 'nobody' has logged in");
  }
}
