package io.lull.reconfig.transfer;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.state.DamagedPieceException;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Carries a change out as far as it can be taken back: has room made for the new state, sends and
 * takes what moves, to and from several peers at once, in chunks of bounded size. It knows numbers
 * and bytes; what they are, the {@link io.lull.reconfig.state.DistributedState} knows. The
 * program's thread.
 */
public final class TransferEngine {

  /**
   * How it went.
   *
   * @param failure null when all is there
   * @param damaged ranks whose pieces cannot be read
   * @param links to the peers of the new configuration
   * @param state what all workers hold alike; null when this worker does not know it, or the job
   *     starts afresh
   * @param sentBytes of the frames with state that this worker sent, heads included
   */
  public record Outcome(
      @Nullable String failure,
      Set<Integer> damaged,
      Map<String, Link> links,
      @Nullable ReplicatedState state,
      long sentBytes,
      long prepareNanos,
      long moveNanos) {}

  private final String self;
  private final Links links;
  private final TransferReceiver receiver;
  private final InventoryExchange inventories;
  private final Clock clock;

  /**
   * @param self this worker's name
   */
  public TransferEngine(String self, Links links, TransferReceiver receiver, Clock clock) {
    this.self = self;
    this.links = links;
    this.receiver = receiver;
    this.inventories = new InventoryExchange(self, links, receiver, clock);
    this.clock = clock;
  }

  /** What finds out which units there are, for a change that is planned from them. */
  public InventoryExchange inventories() {
    return inventories;
  }

  /** What follows a change. */
  public PostCopy postCopy() {
    return receiver.postCopy();
  }

  /** Waits for the peers, at most until the deadline or until the receiver is told to give up. */
  public Outcome carryOut(ChangeTransfers change) throws InterruptedException {
    return new Run(change).carryOut();
  }

  /** One change. */
  private final class Run {
    private final ChangeTransfers change;
    private final StatePlan plan;
    private final List<StateTransfer> immediate;
    private final long started = clock.nanos();
    private final long deadline;
    private final Map<String, Link> peers = new LinkedHashMap<>();

    // Written by the senders, too.
    private final Set<Integer> damaged = new ConcurrentSkipListSet<>();
    private final LongAdder sentBytes = new LongAdder();

    Run(ChangeTransfers change) {
      this.change = change;
      this.plan = change.plan();
      this.immediate = change.immediate();
      this.deadline = started + TimeUnit.MILLISECONDS.toNanos(change.deadlineMillis());
    }

    Outcome carryOut() throws InterruptedException {
      try {
        receiver.postCopy().end();
        final @Nullable TransferTarget room = change.copied().target();
        final TransferTarget target = room == null ? change.state().prepare(plan, self) : room;
        receiver.postCopy().receive(change, self);
        receiver.begin(
            change.epoch(),
            plan,
            self,
            target,
            new TransferReceiver.Expected(
                immediate,
                bytes(false),
                change.fromPieces() ? bytes(true) : 0,
                change.informing().awaited(),
                change.copied()));
        final WaitLimit patience = new WaitLimit(deadline, () -> receiver.givenUp() != null);
        for (final Member peer : change.peers()) {
          peers.put(
              peer.getWorker(),
              links.to(
                  peer.getWorker(), peer.getHost(), peer.getPort(), change.linksSince(), patience));
        }
        final long moving = clock.nanos();
        final @Nullable ReplicatedState state = move(target);
        // Behind what the change waits for: a link carries one frame at a time.
        receiver.postCopy().send(change, self, peers);
        final @Nullable String failure = receiver.await(deadline);
        return outcome(failure, state, moving - started, clock.nanos() - moving);
      } catch (IOException e) {
        note(e);
        return failed(String.valueOf(e.getMessage()), String.valueOf(e.getMessage()));
      } catch (OutOfMemoryError e) {
        return failed(
            "out of memory",
            "worker "
                + self
                + " has not enough memory for its part: submit the job with more --memory or more"
                + " workers");
      }
    }

    private Outcome outcome(
        @Nullable String failure,
        @Nullable ReplicatedState state,
        long prepareNanos,
        long moveNanos) {
      return new Outcome(
          failure, Set.copyOf(damaged), peers, state, sentBytes.sum(), prepareNanos, moveNanos);
    }

    private Outcome failed(String why, String report) {
      receiver.giveUp(why);
      return outcome(report, null, clock.nanos() - started, 0);
    }

    /** What this worker gets from itself, or from others. */
    private long bytes(boolean local) {
      return immediate.stream()
          .filter(transfer -> transfer.to().equals(self) && transfer.isLocal() == local)
          .mapToLong(StateTransfer::bytes)
          .sum();
    }

    private @Nullable ReplicatedState move(TransferTarget target)
        throws IOException, InterruptedException {
      final Map<String, List<StateTransfer>> outgoing = new LinkedHashMap<>();
      final List<StateTransfer> local = new ArrayList<>();
      for (final StateTransfer transfer : immediate) {
        if (transfer.from().equals(self)) {
          if (transfer.isLocal()) {
            local.add(transfer);
          } else {
            outgoing.computeIfAbsent(transfer.to(), _ -> new ArrayList<>()).add(transfer);
          }
        }
      }
      final @Nullable ReplicatedState known = change.informing().known().state();
      final List<Thread> senders = new ArrayList<>();
      for (final Map.Entry<String, Link> peer : peers.entrySet()) {
        final List<StateTransfer> transfers = outgoing.getOrDefault(peer.getKey(), List.of());
        final @Nullable ReplicatedState told =
            change.informing().told().contains(peer.getKey()) ? known : null;
        if (!transfers.isEmpty() || told != null) {
          senders.add(
              Thread.ofPlatform()
                  .daemon()
                  .name("to " + peer.getKey())
                  .start(() -> send(transfers, told, peer.getValue())));
        }
      }
      for (final StateTransfer transfer : local) {
        copy(transfer, target);
      }
      receiver.await(deadline);
      for (final Thread sender : senders) {
        sender.join(Duration.ofNanos(Math.max(1, deadline - clock.nanos())));
        if (sender.isAlive()) {
          receiver.giveUp("a peer did not take its data in time");
        }
      }
      return change.informing().awaited() ? receiver.state() : known;
    }

    private void send(List<StateTransfer> transfers, @Nullable ReplicatedState state, Link link) {
      try {
        if (state != null) {
          final byte[] encoded = state.toByteArray();
          link.send(
              Channel.REPLICATED, 0, change.epoch(), Frame.buffer(encoded.length).put(encoded));
        }
        for (final StateTransfer transfer : transfers) {
          if (change.copied().isCurrent(transfer)) {
            link.send(
                Channel.COPIED,
                transfer.number(),
                change.epoch(),
                Frame.buffer(Long.BYTES).putLong(change.copied().meeting()));
            continue;
          }
          final boolean whole =
              read(
                  transfer,
                  (_, frame) -> {
                    link.send(Channel.TRANSFER, transfer.number(), change.epoch(), frame);
                    sentBytes.add(frame.position());
                  });
          if (whole) {
            link.send(Channel.TRANSFER, transfer.number(), change.epoch(), Frame.buffer(0));
          }
        }
      } catch (IOException e) {
        note(e);
        notSent(link.peer(), String.valueOf(e.getMessage()));
      } catch (RuntimeException | OutOfMemoryError e) {
        // Nobody else hears of it, and the peer would wait for its data until the deadline.
        notSent(link.peer(), e.toString());
      }
    }

    private void notSent(String peer, String why) {
      receiver.giveUp("worker " + peer + " could not be given its data: " + why);
    }

    private void copy(StateTransfer transfer, TransferTarget target) throws IOException {
      if (change.source().copy(plan, transfer, target)) {
        return;
      }
      read(
          transfer,
          (bytes, frame) -> {
            target.write(transfer, Frame.payload(frame));
            if (change.fromPieces()) {
              receiver.read(bytes);
            }
          });
    }

    /**
     * Reads a transfer in chunks, each in a frame's buffer.
     *
     * @return whether to its end; false: the change was given up
     */
    private boolean read(StateTransfer transfer, ChunkSink sink) throws IOException {
      try (TransferReader reader = change.source().read(plan, transfer)) {
        final ByteBuffer buffer = Frame.buffer(reader.mostChunkBytes());
        final int start = buffer.position();
        while (receiver.givenUp() == null) {
          final int bytes = reader.next(buffer.position(start));
          if (bytes < 0) {
            return true;
          }
          sink.take(bytes, buffer);
        }
        return false;
      }
    }

    private void note(IOException e) {
      if (e instanceof DamagedPieceException piece) {
        damaged.add(piece.rank());
      }
    }
  }

  @FunctionalInterface
  private interface ChunkSink {
    /**
     * @param bytes of state, without the head
     */
    void take(int bytes, ByteBuffer frame) throws IOException;
  }
}
