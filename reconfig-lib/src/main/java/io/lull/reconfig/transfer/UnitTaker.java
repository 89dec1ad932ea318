package io.lull.reconfig.transfer;

import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.TransferTarget;
import io.lull.reconfig.state.UnitOffer;
import io.lull.reconfig.state.UnitReceiver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The units on their way to this worker. One is this worker's when its sender has committed it. The
 * steps of a sender come on its link's thread, one after the other.
 */
final class UnitTaker {
  /**
   * A move.
   *
   * @param number that its sender gave it
   */
  private record Key(String from, long number) {
    static Key of(UnitPost.Address back) {
      return new Key(back.link().peer(), back.number());
    }
  }

  /** A unit that was accepted. */
  private static final class Coming {
    private final UnitOffer offer;
    private final TransferTarget target;
    private final CRC32C crc = new CRC32C();
    private volatile boolean stored;

    /** Written so far; the link's thread. */
    private long bytes;

    Coming(UnitOffer offer, TransferTarget target) {
      this.offer = offer;
      this.target = target;
    }
  }

  private final String self;
  private final UnitPost post;
  private final Map<Key, Coming> underWay = new ConcurrentHashMap<>();
  private volatile boolean paused;
  private volatile @Nullable UnitReceiver receiver;

  /**
   * @param self this worker's name
   */
  UnitTaker(String self, UnitPost post) {
    this.self = self;
    this.post = post;
  }

  void receiver(UnitReceiver taker) {
    receiver = taker;
  }

  /**
   * A sender's step.
   *
   * @param back where answers go
   * @throws IOException when no sender does so
   */
  void heard(UnitStep step, UnitPost.Address back, ByteBuffer payload) throws IOException {
    final Key key = Key.of(back);
    switch (step) {
      case OFFER -> offered(back, offer(payload));
      case CHUNK -> take(key, payload);
      case END -> {
        end(key, payload);
        post.say(back, UnitStep.STORED);
      }
      case COMMIT -> {
        commit(key);
        post.say(back, UnitStep.DONE);
      }
      case ABORT -> abort(key::equals);
      case ACCEPT, REFUSE, STORED, DONE ->
          throw new IllegalArgumentException(step + " is no step of a sender");
    }
  }

  /** As a step carries it: the bytes of its state, then its name. */
  static byte[] payload(UnitOffer offer) {
    final byte[] name = offer.name().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Long.BYTES + name.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(offer.bytes())
        .put(name)
        .array();
  }

  /**
   * As {@link #payload} wrote it.
   *
   * @throws IOException when it is none
   */
  static UnitOffer offer(ByteBuffer payload) throws IOException {
    if (payload.remaining() < Long.BYTES) {
      throw new IOException("an offer of a unit has " + payload.remaining() + " bytes");
    }
    final long bytes = payload.order(ByteOrder.LITTLE_ENDIAN).getLong();
    return new UnitOffer(StandardCharsets.UTF_8.decode(payload).toString(), bytes);
  }

  void offered(UnitPost.Address back, UnitOffer unit) {
    final Key key = Key.of(back);
    final @Nullable UnitReceiver taker = receiver;
    final Optional<TransferTarget> target =
        paused || taker == null ? Optional.empty() : taker.offered(unit, key.from());
    target.ifPresent(place -> underWay.put(key, new Coming(unit, place)));
    post.say(back, target.isPresent() ? UnitStep.ACCEPT : UnitStep.REFUSE);
  }

  private void take(Key key, ByteBuffer chunk) throws IOException {
    final Coming unit = require(key);
    unit.crc.update(chunk.duplicate());
    unit.bytes +=
        unit.target.write(
            new StateTransfer(0, -1, key.from(), self, chunk.remaining()),
            chunk.slice().order(chunk.order()));
    if (unit.bytes > unit.offer.bytes()) {
      throw new IOException(
          "unit "
              + unit.offer.name()
              + " from worker "
              + key.from()
              + " has more than the "
              + unit.offer.bytes()
              + " bytes that were offered");
    }
  }

  private void end(Key key, ByteBuffer said) throws IOException {
    final Coming unit = require(key);
    if (said.remaining() != Integer.BYTES || said.getInt() != (int) unit.crc.getValue()) {
      throw new IOException(
          "unit " + unit.offer.name() + " from worker " + key.from() + " came damaged");
    }
    unit.stored = true;
  }

  private void commit(Key key) throws IOException {
    final Coming unit = require(key);
    if (!unit.stored) {
      throw new IOException(
          "worker "
              + key.from()
              + " committed unit "
              + unit.offer.name()
              + ", which is not all here");
    }
    underWay.remove(key);
    tell().committed(unit.offer.name());
  }

  /** A peer is lost: what was under way from it does not come. */
  void lost(String peer) {
    abort(key -> key.from().equals(peer));
  }

  /** The configuration is over, and with it all that is under way. */
  void end() {
    abort(_ -> true);
  }

  private void abort(Predicate<Key> which) {
    for (final Key key : List.copyOf(underWay.keySet())) {
      final @Nullable Coming given = which.test(key) ? underWay.remove(key) : null;
      if (given != null) {
        tell().aborted(given.offer.name());
      }
    }
  }

  private Coming require(Key key) throws IOException {
    final @Nullable Coming unit = underWay.get(key);
    if (unit == null) {
      throw new IOException("worker " + key.from() + " sent a unit that was not accepted");
    }
    return unit;
  }

  private UnitReceiver tell() {
    final @Nullable UnitReceiver taker = receiver;
    if (taker == null) {
      throw new IllegalStateException("nobody takes units on this worker");
    }
    return taker;
  }

  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
  }
}
