package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.lab.LabHosts;
import io.lull.testkit.postgres.PostgresServer;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three coordinators and their store on hosts of their own: each is killed, frozen and cut off in
 * turn, while a user goes on submitting and owners come and go.
 */
@Tag("system")
@Tag("nightly")
final class LosingMembersTest {
  private static final int SIZE = 101;
  private static final int ITERATIONS = 200;
  private static final int LONG_ITERATIONS = 4_000;
  private static final Duration ALL_JOBS = Duration.ofMinutes(6);
  private static final Duration BETWEEN_SUBMISSIONS = Duration.ofSeconds(4);

  /** Each begins an epoch. */
  private static final List<String> CHANGES =
      List.of("grow", "shrink", "migrate", "rebalance", "recover");

  private static final String STORE_AWAY =
      "Cannot (read who leads|renew the lease|store the grid's state) yet";

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  @TempDir Path folder = Path.of("");

  private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
  private final Queue<String> notAccepted = new ConcurrentLinkedQueue<>();
  private final CountDownLatch enough = new CountDownLatch(1);
  private final RandomGenerator random = seed.random();
  private MembersOffice office;

  @BeforeEach
  void open() throws Exception {
    final Optional<String> why = LabHosts.unavailable().or(PostgresServer::unavailable);
    assumeTrue(why.isEmpty(), () -> "no office: " + why.orElse(""));
    leftovers.watch(folder);
    office = new MembersOffice(folder);
    office.start();
  }

  @AfterEach
  void close() {
    enough.countDown();
    if (office != null) {
      office.close();
    }
  }

  private Outcome submit(int iterations, String workers, String pace) {
    return office.ask(
        "submit",
        "--app",
        "jacobi",
        "--workers",
        workers,
        "--param",
        "size=" + SIZE,
        "--param",
        "iterations=" + iterations,
        "--param",
        "pace=" + pace,
        "--json");
  }

  /** A user who goes on, and owners who come for a moment now and then. */
  private Thread people() {
    return Thread.ofPlatform()
        .name("people")
        .start(() -> {
          try {
            while (!enough.await(BETWEEN_SUBMISSIONS.toMillis(), TimeUnit.MILLISECONDS)) {
              final Outcome outcome = submit(ITERATIONS, "1:2", "0ms");
              if (outcome.exitCode() == 0) {
                accepted.add(outcome.json().path("id").asText());
              } else {
                notAccepted.add(String.join(" ", outcome.errors()));
              }
              if (random.nextInt(3) == 0) {
                office.ownerReturns(random.nextInt(office.workstations()), 1 + random.nextInt(4));
              }
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void awaitMoreAccepted(String after) {
    final int before = accepted.size();
    final boolean more =
        office.explained(() ->
            Eventually.get(
                "a submission is accepted " + after + "; not accepted so far: " + notAccepted,
                TestGrid.SOON,
                () -> accepted.size() > before ? true : null));
    assertThat(more).isTrue();
  }

  private interface Loss {
    void begin();

    void end();
  }

  private Loss killed(int member) {
    return new Loss() {
      @Override
      public void begin() {
        office.killMember(member);
      }

      @Override
      public void end() {
        office.startMemberAgain(member);
      }
    };
  }

  private Loss frozen(LabHosts.Host host) {
    return new Loss() {
      @Override
      public void begin() {
        host.freeze();
      }

      @Override
      public void end() {
        host.thaw();
      }
    };
  }

  private Loss cut(int member) {
    return new Loss() {
      @Override
      public void begin() {
        office.linkOfMember(member, false);
      }

      @Override
      public void end() {
        office.linkOfMember(member, true);
      }
    };
  }

  /**
   * The next leads and accepts while this one is away, and goes on doing so when it is back.
   *
   * @return who leads then: on a busy computer the next may have lost the lease to the third
   */
  private int lose(int leader, Loss loss, String what) {
    final int[] turns = office.turns();
    loss.begin();
    final int next = office.awaitNextLeader(turns);
    awaitMoreAccepted("while the leader is " + what);
    loss.end();
    awaitMoreAccepted("after the leader was " + what);
    return office.leads(next) ? next : third(leader, next);
  }

  private void loseAnother(Loss loss, String what) {
    loss.begin();
    awaitMoreAccepted("while one that stands by is " + what);
    loss.end();
  }

  private void loseStore(int leader, Runnable begin, Runnable end, String what) {
    final int said = office.linesOf(leader);
    begin.run();
    office.awaitWord(leader, STORE_AWAY, said);
    end.run();
    awaitMoreAccepted("after the store was " + what);
  }

  private int leader(int[] turnsBefore, int leaderBefore) {
    final int[] turns = office.turns();
    for (int m = 0; m < MembersOffice.MEMBERS; m++) {
      if (turns[m] > turnsBefore[m]) {
        return m;
      }
    }
    return leaderBefore;
  }

  private int third(int leader, int next) {
    final int third = MembersOffice.MEMBERS - leader - next;
    return office.leads(third) ? third : leader;
  }

  private static int other(int member) {
    return (member + 1) % MembersOffice.MEMBERS;
  }

  @Test
  void nothingAcceptedIsLostAndEveryJobEndsRightWhoeverIsLost() throws Exception {
    final String lasting = submit(LONG_ITERATIONS, "1:3", "5ms").good().json().path("id").asText();
    final Thread people = people();
    awaitMoreAccepted("at first");

    int leader = 0;
    loseAnother(killed(other(leader)), "killed");
    leader = lose(leader, killed(leader), "killed");
    loseAnother(frozen(office.memberHost(other(leader))), "frozen");
    leader = lose(leader, frozen(office.memberHost(leader)), "frozen");
    loseAnother(cut(other(leader)), "cut off");
    leader = lose(leader, cut(leader), "cut off");

    int[] turns = office.turns();
    loseStore(leader, office::killStore, office::startStoreAgain, "killed");
    leader = leader(turns, leader);
    turns = office.turns();
    final LabHosts.Host store = office.storeHost();
    loseStore(leader, store::freeze, store::thaw, "frozen");
    leader = leader(turns, leader);
    loseStore(leader, () -> office.linkOfStore(false), () -> office.linkOfStore(true), "cut off");

    enough.countDown();
    people.join(TestGrid.SOON);
    assertThat(accepted).doesNotHaveDuplicates();
    final byte[] right = new PlainJacobi(SIZE, ITERATIONS).bytes();
    for (final String id : accepted) {
      assertEndsRight(id, right);
    }
    assertEndsRight(lasting, new PlainJacobi(SIZE, LONG_ITERATIONS).bytes());
  }

  private void assertEndsRight(String id, byte[] right) {
    final JsonNode ended =
        office.explained(() ->
            Eventually.get(
                id + " has ended",
                ALL_JOBS,
                () -> {
                  final JsonNode job = office.job(id);
                  return TestGrid.ended(job) ? job : null;
                }));
    assertThat(ended.path("state").asText()).as(ended::toPrettyString).isEqualTo("finished");
    assertThat(office.outputs(id).resolve("solution.f64")).hasBinaryContent(right);
    final List<Long> epochs = new ArrayList<>();
    ended
        .path("events")
        .forEach(event -> {
          if (CHANGES.contains(event.path("kind").asText())
              && event.path("outcome").asText().equals("done")) {
            epochs.add(event.path("epoch").asLong());
          }
        });
    assertThat(epochs).as("each change is made once, by one leader").isSorted();
    assertThat(epochs).doesNotHaveDuplicates();
  }
}
