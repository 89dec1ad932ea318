package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.DataPlane;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes under TLS over connections that give and take them in pieces of any size, between the two
 * implementations, each as either end.
 */
@Timeout(120)
@ParameterizedClass
@MethodSource("ends")
final class TlsWireTest {
  /** By whom an end encrypts. */
  enum Implementation {
    FASTEST {
      @Override
      PeerSecurity secure(byte[] certificate, byte[] key) {
        return PeerSecurity.tls(certificate, key);
      }
    },
    /** The fastest has no memory left for its connections. */
    SHORT_OF_MEMORY {
      @Override
      PeerSecurity secure(byte[] certificate, byte[] key) {
        return fastest(certificate, key, 0);
      }
    },
    /** The fastest has memory for records, and not for several at a time. */
    SHORT_OF_ROOM {
      @Override
      PeerSecurity secure(byte[] certificate, byte[] key) {
        return fastest(certificate, key, 20_000);
      }
    },
    JDK {
      @Override
      PeerSecurity secure(byte[] certificate, byte[] key) {
        return PeerSecurity.tlsOfTheJdk(certificate, key);
      }
    };

    abstract PeerSecurity secure(byte[] certificate, byte[] key);

    /**
     * @param mostBytes that it may take at once, outside of the heap
     */
    private static PeerSecurity fastest(byte[] certificate, byte[] key, int mostBytes) {
      return PeerSecurity.tls(
          certificate,
          key,
          (own, job) ->
              NativeTlsEngines.of(
                  own,
                  job,
                  bytes -> {
                    if (bytes > mostBytes) {
                      throw new OutOfMemoryError("no room for " + bytes + " bytes");
                    }
                    return ByteBuffer.allocateDirect(bytes);
                  }));
    }

    PeerSecurity secure(DataPlane plane) {
      return secure(
          plane.getCertificateDer().toByteArray(), plane.getPrivateKeyPkcs8().toByteArray());
    }
  }

  /** Larger than what one end encrypts, and than what it decrypts, at a time. */
  private static final int MANY_BYTES = 1 << 20;

  private static final int MOST_AT_ONCE = 64 << 10;
  private static final int MOST_ROUNDS = 1_000_000;

  private static DataPlane job = DataPlane.getDefaultInstance();
  private static DataPlane otherJob = DataPlane.getDefaultInstance();

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();
  private final Direction there = new Direction();
  private final Direction back = new Direction();

  /** The connection takes and gives all at once. */
  private boolean swift;

  private final Implementation caller;
  private final Implementation callee;

  TlsWireTest(Implementation caller, Implementation callee) {
    this.caller = caller;
    this.callee = callee;
  }

  static Stream<Arguments> ends() {
    return Arrays.stream(Implementation.values())
        .flatMap(
            one -> Arrays.stream(Implementation.values()).map(other -> Arguments.of(one, other)));
  }

  @BeforeAll
  static void makeCertificates() throws Exception {
    job = JobCertificate.dataPlane();
    otherJob = JobCertificate.dataPlane();
  }

  /** What is under way from one end to the other. */
  private static final class Direction {
    private final ByteBuffer content = ByteBuffer.allocate(MOST_AT_ONCE).limit(0);
    private boolean ended;

    int give(ByteBuffer into, int most) {
      if (!content.hasRemaining() && ended) {
        return -1;
      }
      final int count = Math.min(Math.min(most, content.remaining()), into.remaining());
      into.put(into.position(), content, content.position(), count);
      into.position(into.position() + count);
      content.position(content.position() + count);
      return count;
    }

    int take(ByteBuffer from, int most) {
      content.compact();
      final int count = Math.min(Math.min(most, content.remaining()), from.remaining());
      content.put(content.position(), from, from.position(), count);
      content.position(content.position() + count);
      content.flip();
      from.position(from.position() + count);
      return count;
    }
  }

  /** One end of a connection that never waits: often it takes or gives nothing, or one byte. */
  private final class End implements ByteChannel {
    private final Direction in;
    private final Direction out;

    End(Direction in, Direction out) {
      this.in = in;
      this.out = out;
    }

    @Override
    public int read(ByteBuffer into) {
      return in.give(into, amount());
    }

    @Override
    public int write(ByteBuffer from) {
      return out.take(from, amount());
    }

    private int amount() {
      return swift ? MOST_AT_ONCE : amountByChance();
    }

    private int amountByChance() {
      return switch (random.nextInt(4)) {
        case 0 -> 0;
        case 1 -> 1;
        default -> random.nextInt(MOST_AT_ONCE);
      };
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private Wire calling(DataPlane plane) {
    return caller.secure(plane).wire(new End(back, there), false);
  }

  private Wire called(DataPlane plane) {
    return callee.secure(plane).wire(new End(there, back), true);
  }

  private static void open(Wire one, Wire other) throws IOException {
    boolean oneOpen = false;
    boolean otherOpen = false;
    for (int round = 0; !oneOpen || !otherOpen; round++) {
      assertThat(round).as("rounds of the handshake").isLessThan(MOST_ROUNDS);
      oneOpen = oneOpen || one.open();
      otherOpen = otherOpen || other.open();
    }
  }

  /** One end's sending, and the other's receiving, a step at a time. */
  private final class Transfer {
    private final Wire from;
    private final Wire to;
    private final byte[] sent = new byte[MANY_BYTES];
    private final ByteArrayOutputStream came = new ByteArrayOutputStream();
    private ByteBuffer part = ByteBuffer.allocate(0);
    private int given;
    private boolean flushed;

    Transfer(Wire from, Wire to) {
      this.from = from;
      this.to = to;
      random.nextBytes(sent);
    }

    void step() throws IOException {
      if (!part.hasRemaining() && given < sent.length) {
        final int bytes = Math.min(1 + random.nextInt(MOST_AT_ONCE), sent.length - given);
        part = ByteBuffer.wrap(sent, given, bytes);
        given += bytes;
      }
      flushed = from.write(part) && given == sent.length;
      // A frame's head is read into few bytes, its content into many.
      final ByteBuffer into =
          ByteBuffer.allocate(1 + random.nextInt(random.nextBoolean() ? 20 : MOST_AT_ONCE));
      final int count = to.read(into);
      assertThat(count).isEqualTo(into.position()).isNotNegative();
      came.write(into.array(), 0, into.position());
    }

    boolean isOver() {
      return flushed && came.size() >= sent.length;
    }

    void check() {
      assertThat(came.toByteArray()).as(seed.toString()).isEqualTo(sent);
    }
  }

  @Test
  void allComesInItsOrderInBothDirectionsAtOnce() throws Exception {
    final Wire one = calling(job);
    final Wire other = called(job);
    open(one, other);
    final Transfer first = new Transfer(one, other);
    final Transfer second = new Transfer(other, one);
    for (int round = 0; !first.isOver() || !second.isOver(); round++) {
      assertThat(round).as("rounds of the transfer").isLessThan(MOST_ROUNDS);
      first.step();
      second.step();
    }
    first.check();
    second.check();
  }

  @Test
  void nothingOfItIsReadableOnTheWay() throws Exception {
    final Wire one = calling(job);
    open(one, called(job));
    final byte[] secret = "nobody outside the job reads this".getBytes(StandardCharsets.US_ASCII);
    final ByteBuffer part = ByteBuffer.wrap(secret);
    while (!one.write(part)) {
      assertThat(part.capacity()).isEqualTo(secret.length);
    }
    final byte[] underWay = new byte[there.content.remaining()];
    there.content.duplicate().get(underWay);
    assertThat(new String(underWay, StandardCharsets.ISO_8859_1))
        .isNotEmpty()
        .doesNotContain("nobody");
  }

  @Test
  void aByteThatChangedOnTheWayIsFound() throws Exception {
    final Wire one = calling(job);
    final Wire other = called(job);
    open(one, other);
    final ByteBuffer part = ByteBuffer.wrap(new byte[1000]);
    while (!one.write(part)) {
      assertThat(part.capacity()).isEqualTo(1000);
    }
    final int last = there.content.limit() - 1;
    there.content.put(last, (byte) (there.content.get(last) ^ 1));
    assertThatThrownBy(() -> readToTheEnd(other)).isInstanceOf(SSLException.class);
  }

  @Test
  void aPeerThatHangsUpIsNoticed() throws Exception {
    final Wire one = calling(job);
    final Wire other = called(job);
    open(one, other);
    there.ended = true;
    assertThat(readToTheEnd(other)).isZero();
  }

  @Test
  void aPeerThatHangsUpDuringTheHandshakeIsNoticed() {
    final Wire other = called(job);
    there.ended = true;
    assertThatThrownBy(
            () -> {
              while (!other.open()) {
                assertThat(there.ended).isTrue();
              }
            })
        .isInstanceOf(EOFException.class);
  }

  @Test
  void whoIsRefusedIsToldWhy() {
    swift = true; // the reason is sent if there is room for it
    final Wire stranger = calling(otherJob);
    final Wire worker = called(job);
    // The caller looks at the other's certificate first.
    assertThatThrownBy(() -> open(stranger, worker))
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("the peer is not a worker of this job");
    assertThatThrownBy(
            () -> {
              for (int round = 0; round < MOST_ROUNDS; round++) {
                worker.open();
              }
            })
        .isInstanceOf(SSLException.class)
        .message()
        .containsIgnoringCase("certificate");
  }

  private static int readToTheEnd(Wire wire) throws IOException {
    int bytes = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      final int count = wire.read(ByteBuffer.allocate(MOST_AT_ONCE));
      if (count < 0) {
        return bytes;
      }
      bytes += count;
    }
    throw new AssertionError("no end after " + bytes + " bytes");
  }
}
