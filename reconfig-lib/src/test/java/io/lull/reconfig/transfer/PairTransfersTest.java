package io.lull.reconfig.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.ChannelHandler;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.network.HostNetwork;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import io.lull.reconfig.state.UnitOffer;
import io.lull.reconfig.state.UnitReceiver;
import io.lull.reconfig.state.UnitTransfers;
import io.lull.reconfig.state.UnitTransfers.Outcome;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units that move one by one are with one worker each, whatever becomes of the moves. */
@Timeout(120)
final class PairTransfersTest {
  private static final int UNITS = 40;
  private static final int MOVES = 400;
  private static final int CHUNKS = 3;
  private static final long EPOCH = 1;

  /** A unit of this value cannot be written to its end. */
  private static final int UNREADABLE = -1;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  private final List<Side> sides = new ArrayList<>();

  /** One worker, whose units have a number each. */
  private static final class Side implements UnitReceiver, AutoCloseable {
    private final String name;
    private final PairTransfers transfers;
    private final Links links;
    private final Map<String, Integer> units = new ConcurrentHashMap<>();
    private final Map<String, Integer> coming = new ConcurrentHashMap<>();
    private final List<String> aborted = new CopyOnWriteArrayList<>();
    private volatile boolean willing = true;
    private volatile long room = Long.MAX_VALUE;
    private volatile Runnable meanwhile = () -> {};

    /** After so many frames nothing is heard any more. */
    private final AtomicInteger hears = new AtomicInteger(Integer.MAX_VALUE);

    Side(String name) throws IOException {
      this.name = name;
      transfers = new PairTransfers(name);
      transfers.receiver(this);
      final ChannelHandler deaf =
          (from, frame) -> {
            if (hears.getAndDecrement() <= 0) {
              throw new IOException("deaf");
            }
            transfers.accept(from, frame);
          };
      links =
          new Links(
              name,
              HostNetwork.loopback(),
              PeerSecurity.plain(),
              new ChannelHandlers().handle(Channel.UNITS, deaf),
              (_, _) -> {},
              (peer, epoch, _) -> transfers.lost(peer, epoch),
              SystemClock.INSTANCE);
    }

    void enter(List<Side> all) throws IOException, InterruptedException {
      final Map<String, Link> peers = new HashMap<>();
      final WaitLimit patience =
          WaitLimit.until(SystemClock.INSTANCE.nanos() + TimeUnit.SECONDS.toNanos(60));
      for (final Side side : all) {
        if (side != this) {
          peers.put(
              side.name,
              links.to(side.name, side.links.host(), side.links.port(), EPOCH, patience));
        }
      }
      transfers.enter(EPOCH, peers);
    }

    CompletableFuture<Outcome> move(String unit, String to) {
      return move(unit, to, CHUNKS * Integer.BYTES);
    }

    /**
     * @param offered how many bytes the offer says that the unit has
     */
    CompletableFuture<Outcome> move(String unit, String to, long offered) {
      final CompletableFuture<Outcome> end = new CompletableFuture<>();
      final UnitTransfers.Unit sent =
          new UnitTransfers.Unit() {
            private int value;

            @Override
            public String name() {
              return unit;
            }

            @Override
            public Optional<TransferReader> freeze() {
              value = Objects.requireNonNull(units.remove(unit));
              return Optional.of(content(value));
            }

            @Override
            public long bytes() {
              return offered;
            }

            @Override
            public void ended(Outcome outcome) {
              if (outcome != Outcome.MOVED) {
                units.put(unit, value);
              }
              end.complete(outcome);
            }
          };
      if (!transfers.send(sent, to)) {
        end.complete(Outcome.REFUSED);
      }
      return end;
    }

    private static TransferReader content(int value) {
      return new TransferReader() {
        private int left = CHUNKS;

        @Override
        public int mostChunkBytes() {
          return Integer.BYTES;
        }

        @Override
        public int next(ByteBuffer out) {
          if (left-- == 0) {
            return -1;
          }
          if (value == UNREADABLE && left == 0) {
            throw new IllegalStateException("its state cannot be written");
          }
          out.putInt(value);
          return Integer.BYTES;
        }
      };
    }

    @Override
    public Optional<TransferTarget> offered(UnitOffer offer, String from) {
      final String unit = offer.name();
      if (!willing || offer.bytes() > room) {
        return Optional.empty();
      }
      final TransferTarget target =
          (_, chunk) -> {
            coming.put(unit, chunk.getInt());
            meanwhile.run();
            return Integer.BYTES;
          };
      return Optional.of(target);
    }

    @Override
    public void committed(String unit) {
      units.put(unit, coming.remove(unit));
    }

    @Override
    public void aborted(String unit) {
      coming.remove(unit);
      aborted.add(unit);
    }

    @Override
    public void close() {
      transfers.close();
      links.close();
    }
  }

  private void begin(int workers) throws Exception {
    for (int i = 0; i < workers; i++) {
      sides.add(new Side("w" + i));
    }
    try (var threads = java.util.concurrent.Executors.newCachedThreadPool()) {
      for (final var entered :
          threads.invokeAll(
              sides.stream()
                  .map(side ->
                      java.util.concurrent.Executors.callable(() -> {
                        try {
                          side.enter(sides);
                        } catch (IOException | InterruptedException e) {
                          throw new IllegalStateException(e);
                        }
                      }))
                  .toList())) {
        entered.get();
      }
    }
  }

  @AfterEach
  void end() {
    sides.forEach(Side::close);
  }

  @Test
  void eachUnitIsWithOneWorkerAfterAnyNumberOfMoves() throws Exception {
    begin(3);
    for (int unit = 0; unit < UNITS; unit++) {
      sides.get(unit % 3).units.put("u" + unit, unit);
    }
    int moved = 0;
    while (moved < MOVES) {
      final List<CompletableFuture<Outcome>> moves = new ArrayList<>();
      for (final Side side : sides) {
        for (final String unit : List.copyOf(side.units.keySet())) {
          final Side to = sides.get(random.nextInt(sides.size()));
          if (to != side && random.nextBoolean()) {
            moves.add(side.move(unit, to.name));
          }
        }
      }
      for (final CompletableFuture<Outcome> move : moves) {
        assertThat(move.get()).isEqualTo(Outcome.MOVED);
      }
      moved += moves.size();
      checkAll();
    }
  }

  private void checkAll() {
    final Map<String, Integer> all = new HashMap<>();
    for (final Side side : sides) {
      side.units.forEach((unit, value) -> assertThat(all.put(unit, value)).as(unit).isNull());
    }
    assertThat(all)
        .hasSize(UNITS)
        .allSatisfy((unit, value) -> assertThat(unit).isEqualTo("u" + value));
  }

  @Test
  void whoeverDoesNotWantAUnitLeavesItWhereItIs() throws Exception {
    begin(2);
    sides.get(0).units.put("u1", 1);
    sides.get(1).willing = false;
    assertThat(sides.get(0).move("u1", "w1").get()).isEqualTo(Outcome.REFUSED);
    assertThat(sides.get(0).units).containsEntry("u1", 1);
    assertThat(sides.get(0).move("u1", "nobody").get()).isEqualTo(Outcome.REFUSED);
    assertThat(sides.get(0).units).containsEntry("u1", 1);
  }

  @Test
  void aUnitForWhichThereIsNoRoomStaysWhereItIs() throws Exception {
    begin(2);
    sides.get(0).units.put("u1", 1);
    sides.get(1).room = CHUNKS * Integer.BYTES - 1;
    assertThat(sides.get(0).move("u1", sides.get(1).name).get()).isEqualTo(Outcome.REFUSED);
    sides.get(1).room = CHUNKS * Integer.BYTES;
    assertThat(sides.get(0).move("u1", sides.get(1).name).get()).isEqualTo(Outcome.MOVED);
  }

  @Test
  void aUnitThatIsLargerThanItsOfferIsNotTaken() throws Exception {
    begin(2);
    sides.get(0).units.put("u1", 1);
    assertThat(sides.get(0).move("u1", sides.get(1).name, Integer.BYTES).get())
        .isEqualTo(Outcome.ABORTED);
    assertThat(sides.get(0).units).containsKey("u1");
    assertThat(sides.get(1).units).isEmpty();
  }

  @Test
  void aUnitThatCannotBeWrittenStaysAndHoldsUpNobody() throws Exception {
    begin(2);
    sides.get(0).units.put("u1", UNREADABLE);
    sides.get(0).units.put("u2", 2);
    assertThat(sides.get(0).move("u1", "w1").get()).isEqualTo(Outcome.ABORTED);
    assertThat(sides.get(0).units).containsEntry("u1", UNREADABLE);
    assertThat(sides.get(0).move("u2", "w1").get()).isEqualTo(Outcome.MOVED);
    sides.get(0).transfers.pause().toCompletableFuture().get();
    sides.get(1).transfers.pause().toCompletableFuture().get();
    assertThat(sides.get(1).units).containsOnlyKeys("u2");
  }

  @Test
  void aPausedWorkerNeitherTakesNorSends() throws Exception {
    begin(2);
    sides.get(0).units.put("u1", 1);
    sides.get(1).transfers.pause().toCompletableFuture().get();
    assertThat(sides.get(0).move("u1", "w1").get()).isEqualTo(Outcome.REFUSED);
    sides.get(1).transfers.resume();
    sides.get(0).transfers.pause().toCompletableFuture().get();
    assertThat(sides.get(0).move("u1", "w1").get()).isEqualTo(Outcome.REFUSED);
    sides.get(0).transfers.resume();
    assertThat(sides.get(0).move("u1", "w1").get()).isEqualTo(Outcome.MOVED);
    assertThat(sides.get(1).units).containsEntry("u1", 1);
  }

  @Test
  void theEndOfAnOlderLinkChangesNothingOnTheNewOne() throws Exception {
    begin(2);
    sides.get(0).units.put("u1", 1);
    sides.get(1).meanwhile =
        () -> {
          sides.get(0).transfers.lost("w1", EPOCH - 1);
          sides.get(1).transfers.lost("w0", EPOCH - 1);
        };
    assertThat(sides.get(0).move("u1", "w1").get()).isEqualTo(Outcome.MOVED);
    assertThat(sides.get(1).units).containsEntry("u1", 1);
    assertThat(sides.get(0).units).isEmpty();
  }

  /** The receiver hears OFFER, three chunks, END and COMMIT. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 4, 5})
  void aReceiverThatIsLostBeforeItOwnsTheUnitDoesNotTakeItAlong(int frames) throws Exception {
    begin(2);
    sides.get(0).units.put("u1", 1);
    sides.get(1).hears.set(frames);
    final Outcome outcome = sides.get(0).move("u1", "w1").get();
    // With END heard and COMMIT sent, the sender has given it up: the job returns to what is kept.
    assertThat(outcome).isEqualTo(frames < 5 ? Outcome.ABORTED : Outcome.MOVED);
    assertThat(sides.get(0).units.containsKey("u1")).isEqualTo(frames < 5);
    assertThat(sides.get(1).units).isEmpty();
  }

  /** The sender hears ACCEPT, STORED and DONE. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aSenderThatIsLostLeavesTheUnitWithOneOfTheTwo(int frames) throws Exception {
    begin(2);
    sides.get(0).units.put("u1", 1);
    sides.get(0).hears.set(frames);
    final Outcome outcome = sides.get(0).move("u1", "w1").get();
    assertThat(outcome).isEqualTo(frames < 2 ? Outcome.ABORTED : Outcome.MOVED);
    assertThat(sides.get(0).units.containsKey("u1")).isEqualTo(frames < 2);
  }
}
