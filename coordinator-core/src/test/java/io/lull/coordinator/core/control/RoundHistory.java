package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.GuardedRecordMaps;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.core.store.codec.JobCodec;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.records.NoticeRecord;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Notify;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/** A job is submitted, started, cancelled and over, under a store whose calls may fail. */
final class RoundHistory implements LeaderLease {
  private static final Duration TICK = Duration.ofMillis(200);

  private final IntPredicate fails;
  private final IntPredicate leads;
  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps shelves = new InMemoryRecordMaps();
  final RecordedSession node = new RecordedSession("ws1", "key", clock);
  private final List<String> said = new ArrayList<>();
  final ControlRound round;
  int calls;
  int asked;
  int retries;
  private int checked;
  ControlRound.Outcome outcome = new ControlRound.Outcome.Done();

  /**
   * @param fails which calls of the store do
   * @param leads at which questions for the lease it is still there
   */
  RoundHistory(IntPredicate fails, IntPredicate leads) {
    this.fails = fails;
    this.leads = leads;
    final NodeHistory history = new CountedHistory();
    this.round =
        new ControlRound(
            Controls.of(
                new GuardedRecordMaps(
                    shelves,
                    () -> {
                      call();
                      return true;
                    }),
                history,
                clock,
                this,
                ControlObserver.NONE),
            this,
            new DurableNews(),
            clock,
            ControlObserver.NONE);
    round.begin();
  }

  private void call() {
    if (fails.test(++calls)) {
      throw new StoreException("no space left");
    }
  }

  /** Appends, which may fail. */
  private final class CountedHistory implements NodeHistory {
    private final KeptHistory kept = new KeptHistory();

    @Override
    public void append(List<Change> changes) {
      call();
      kept.append(changes);
    }

    @Override
    public Map<String, NodeState> statesBefore(long millis) {
      return kept.statesBefore(millis);
    }

    @Override
    public List<Change> between(long fromMillis, long untilMillis) {
      return kept.between(fromMillis, untilMillis);
    }

    @Override
    public List<Change> after(Place place, int most) {
      return kept.after(place, most);
    }

    @Override
    public void dropBefore(long millis) {
      kept.dropBefore(millis);
    }
  }

  /** Compares what is announced with what is stored. */
  private final class DurableNews implements Announcements {
    @Override
    public void changed(Job job) {
      assertThat(onDisk()).as("%s is announced", job.id()).containsKey(job.id());
      assertThat(onDisk(job.id()).state()).isEqualTo(job.state());
      said.add("news " + job.id() + " " + job.state());
    }

    @Override
    public void stored(NoticeRecord notice) {
      assertThat(new NoticeStore(shelves).all()).contains(notice);
      said.add("notice " + notice.getEvent());
    }

    @Override
    public boolean hasRoom() {
      return true;
    }
  }

  @Override
  public long fence() {
    return 1;
  }

  @Override
  public boolean holds() {
    call();
    return leads.test(++asked);
  }

  @Override
  public boolean contested() {
    return true;
  }

  Job onDisk(String job) {
    return Objects.requireNonNull(onDisk().get(job));
  }

  Map<String, Job> onDisk() {
    return new JobStore(shelves).all().stream().collect(Collectors.toMap(Job::id, job -> job));
  }

  RoundHistory play() {
    run(new ControlEvent.Connected(node, Controls.hello("run-1")));
    run(
        ask(
            "submitted",
            grid -> {
              final Job job = Job.submitted(terms());
              grid.jobs().add(job);
              return job;
            }));
    run();
    run(new ControlEvent.Reported(node, fromWorker(1)));
    run(
        ask(
            "cancelled",
            grid -> {
              grid.jobs().tell("J1", new JobEvent.Cancel("ada"));
              return grid.jobs().find("J1").orElseThrow();
            }));
    run(new ControlEvent.Reported(node, ended(2)));
    run();
    return this;
  }

  private ControlEvent ask(String what, Function<GridControl, Job> request) {
    return new ControlEvent.Asked<>(
        request,
        new ControlEvent.Reply<>() {
          @Override
          public void answer(Job job) {
            assertThat(onDisk()).as("%s is answered", what).containsKey(job.id());
            assertThat(onDisk(job.id()).state().ended()).isEqualTo(job.state().ended());
            said.add("answer " + what);
          }

          @Override
          public void fail(RuntimeException why) {
            throw new AssertionError(why);
          }
        });
  }

  private void run(ControlEvent... events) {
    if (outcome instanceof ControlRound.Outcome.Stop) {
      return;
    }
    outcome = round.run(List.of(events));
    check();
    while (outcome instanceof ControlRound.Outcome.Retry) {
      retries++;
      outcome = round.resume();
      check();
    }
    clock.advance(TICK);
  }

  /** What has left rests on what is stored, and nothing left a round that is not over. */
  private void check() {
    if (!(outcome instanceof ControlRound.Outcome.Done)) {
      assertThat(node.orders()).as("orders of a round that is not over").hasSize(checked);
      return;
    }
    for (final AgentOrder order : node.orders().subList(checked, node.orders().size())) {
      if (order.hasStartWorker()) {
        assertThat(onDisk("J1").workers()).containsKey(order.getStartWorker().getWorker());
      }
      if (order.getAcknowledged() == 2) {
        assertThat(onDisk("J1").occupied()).isEmpty();
      }
    }
    checked = node.orders().size();
  }

  /** All that anybody heard. */
  List<String> heard() {
    final List<String> all = new ArrayList<>(said);
    node.orders().forEach(order -> all.add(order.toString()));
    return all;
  }

  ByteString kept() {
    return ByteString.copyFrom(JobCodec.toBytes(onDisk("J1")));
  }

  private static JobTerms terms() {
    return new JobTerms(
        1,
        "ada",
        JobSpec.newBuilder()
            .setApp("jacobi")
            .setMainClass("io.lull.apps.Jacobi")
            .setMinWorkers(1)
            .setMaxWorkers(1)
            .setCheckpoint("off")
            .setNotify(Notify.newBuilder().setUrl("https://ada.example/hook").addOn("end"))
            .build(),
        DataPlane.getDefaultInstance(),
        ByteString.EMPTY,
        0);
  }

  private static AgentReport fromWorker(long sequence) {
    return AgentReport.newBuilder()
        .setSequence(sequence)
        .setFromWorker(
            FromWorker.newBuilder()
                .setJob("J1")
                .setWorker("J1-w1")
                .setReport(
                    WorkerReport.newBuilder()
                        .setReady(Ready.newBuilder().setHost("127.0.0.1").setPort(9))))
        .build();
  }

  private static AgentReport ended(long sequence) {
    return AgentReport.newBuilder()
        .setSequence(sequence)
        .setWorkerEnded(WorkerEnded.newBuilder().setJob("J1").setWorker("J1-w1"))
        .build();
  }
}
