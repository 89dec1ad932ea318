package io.lull.platform.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Activity;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSignal.Lost;
import io.lull.platform.input.InputSignal.Working;
import io.lull.platform.input.InputSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FirstWorkingSourceTest {
  private final List<InputSignal> said = new ArrayList<>();
  private final List<Played> protocols = new ArrayList<>();
  private final List<Played> services = new ArrayList<>();
  private final FirstWorkingSource best =
      new FirstWorkingSource(
          "wayland", List.of(maker("protocol", protocols), maker("service", services)));

  private static Supplier<InputSource> maker(String name, List<Played> made) {
    return () -> {
      final Played played = new Played(name);
      made.add(played);
      return played;
    };
  }

  @AfterEach
  void end() {
    best.close();
    protocols.forEach(played -> assertThat(played.closed.getCount()).isZero());
    services.forEach(played -> assertThat(played.closed.getCount()).isZero());
  }

  private List<InputSignal> said() {
    final List<InputSignal> now = List.copyOf(said);
    said.clear();
    return now;
  }

  private static final class Played implements InputSource {
    private final String name;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Consumer<InputSignal> sink = _ -> {};
    private boolean guestMayRun = true;

    Played(String name) {
      this.name = name;
    }

    void works(long lastInputNanos) {
      sink.accept(new Working(name, "by " + name, lastInputNanos, Set.of()));
    }

    void lost(String why) {
      sink.accept(new Lost(name, why));
    }

    void key(long nanos) {
      sink.accept(new Activity(name, nanos, Kind.KEY));
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void start(Consumer<InputSignal> to) {
      sink = to;
    }

    @Override
    public void guestMayRun(boolean may) {
      guestMayRun = may;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Test
  void theBestSpeaksAloneWhileItWorks() {
    best.start(said::add);
    protocols.getFirst().works(5);
    protocols.getFirst().key(7);
    assertThat(said())
        .containsExactly(
            new Working("wayland", "by protocol", 5, Set.of()),
            new Activity("wayland", 7, Kind.KEY));
    assertThat(services).isEmpty();
  }

  @Test
  void theNextIsTriedWhenTheBestIsLostAndDismissedWhenItSeesAgain() throws Exception {
    best.start(said::add);
    protocols.getFirst().works(5);
    protocols.getFirst().lost("the compositor died");
    services.getFirst().works(6);
    services.getFirst().key(7);
    assertThat(said())
        .containsExactly(
            new Working("wayland", "by protocol", 5, Set.of()),
            new Lost("wayland", "the compositor died"),
            new Working("wayland", "by service", 6, Set.of()),
            new Activity("wayland", 7, Kind.KEY));

    protocols.getFirst().works(8);
    services.getFirst().key(9); // by one that is dismissed
    assertThat(said()).containsExactly(new Working("wayland", "by protocol", 8, Set.of()));
    assertThat(services.getFirst().closed.await(20, TimeUnit.SECONDS)).isTrue();

    protocols.getFirst().lost("the compositor died again");
    assertThat(services).hasSize(2);
  }

  @Test
  void withNoneThatWorksItSaysWhyOfEachOnce() {
    best.start(said::add);
    protocols.getFirst().lost("no socket");
    services.getFirst().lost("no bus");
    services.getFirst().lost("no bus");
    protocols.getFirst().lost("no socket");
    assertThat(said())
        .containsExactly(
            new Lost("wayland", "no socket"),
            new Lost("wayland", "protocol: no socket; service: no bus"));
  }

  @Test
  void theLesserGoesOnSpeakingWhileTheBetterFailsAgain() {
    best.start(said::add);
    protocols.getFirst().lost("no socket");
    services.getFirst().works(6);
    said();
    protocols.getFirst().lost("still no socket");
    assertThat(said()).isEmpty();
  }

  @Test
  void thoseThatRunAndThoseToComeAreToldWhetherAGuestMayRun() {
    best.start(said::add);
    best.guestMayRun(false);
    assertThat(protocols.getFirst().guestMayRun).isFalse();
    protocols.getFirst().lost("no socket");
    assertThat(services.getFirst().guestMayRun).isFalse();
  }
}
