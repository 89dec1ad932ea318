package io.lull.agent.guest;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestPipes;
import io.lull.platform.process.SpawnedProcess;
import io.lull.protocol.wire.AttachGuest;
import io.lull.protocol.wire.ControlGuest;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestControlled;
import io.lull.protocol.wire.GuestNumber;
import io.lull.protocol.wire.GuestReply;
import io.lull.protocol.wire.GuestStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A guest that the service has started. It lives as long as the connection on which it was started:
 * when this agent ends in whatever way, the service ends the guest.
 */
final class ServedGuest implements Guest {
  private static final Logger LOG = LoggerFactory.getLogger(ServedGuest.class);

  /** Of a guest whose service has ended, and the guest with it. */
  private static final int KILLED = 137;

  private final ServiceCalls calls;
  private final ServiceConnection life;
  private final GuestNumber number;
  private final GuestId id;
  private final GuestPipes pipes;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private volatile boolean tookTooMuchMemory;
  private volatile boolean lost;

  private ServedGuest(ServiceCalls calls, ServiceCalls.Kept life) throws IOException {
    this.calls = calls;
    this.life = life.connection();
    this.number = life.reply().getStarted().getGuest();
    this.id = GuestNumbers.id(number);
    this.pipes =
        new GuestPipes(new SpawnedProcess(id.pid(), streams(), exit, () -> kill(Duration.ZERO)));
  }

  private SpawnedProcess.Streams streams() throws IOException {
    final List<ServiceConnection> attached = new ArrayList<>();
    try {
      for (final GuestStream stream :
          List.of(
              GuestStream.GUEST_STREAM_ORDERS,
              GuestStream.GUEST_STREAM_REPORTS,
              GuestStream.GUEST_STREAM_LOG)) {
        attached.add(attach(stream));
      }
    } catch (IOException e) {
      attached.forEach(ServiceConnection::close);
      throw e;
    }
    return new SpawnedProcess.Streams(
        new To(attached.get(0)), new From(attached.get(1)), new From(attached.get(2)));
  }

  /** The guest whose start was the last call on that connection. */
  static ServedGuest of(ServiceCalls calls, ServiceCalls.Kept life) throws IOException {
    final ServedGuest guest;
    try {
      guest = new ServedGuest(calls, life);
    } catch (IOException e) {
      life.connection().close();
      throw e;
    }
    final Thread _ = Thread.ofVirtual().name("guest-" + guest.id.pid()).start(guest::awaitEnd);
    return guest;
  }

  private ServiceConnection attach(GuestStream stream) throws IOException {
    return calls
        .keep(
            GuestCall.newBuilder()
                .setAttach(AttachGuest.newBuilder().setGuest(number).setStream(stream)))
        .connection();
  }

  private void awaitEnd() {
    int code = KILLED;
    try {
      final GuestReply said = life.read();
      if (!said.hasEnded()) {
        throw new IOException("the guest service says something else than that it has ended");
      }
      tookTooMuchMemory = said.getEnded().getTookTooMuchMemory();
      code = said.getEnded().getExitCode();
    } catch (IOException e) {
      lost = true;
      LOG.warn("guest {} is lost: {}", id, e.getMessage());
    }
    exit.complete(code);
  }

  @Override
  public GuestId id() {
    return id;
  }

  @Override
  public GuestPipes pipes() {
    return pipes;
  }

  @Override
  public void hasten() {
    tell(order().setHasten(true));
  }

  @Override
  public void settle() {
    tell(order().setSettle(true));
  }

  @Override
  public void hold(double cores) {
    tell(order().setHoldCores(cores));
  }

  @Override
  public void release() {
    tell(order().setRelease(true));
  }

  @Override
  public boolean suspend() {
    return tell(order().setSuspend(true));
  }

  @Override
  public void resume() {
    tell(order().setResume(true));
  }

  @Override
  public boolean kill(Duration within) {
    final boolean gone =
        lost
            || ask(
                    order().setKillWithinMillis(within.toMillis()),
                    within.plus(ServiceCalls.ANSWERED_WITHIN))
                .getSucceeded();
    if (gone && exit.isDone()) {
      life.close();
    }
    return gone;
  }

  @Override
  public boolean tookTooMuchMemory() {
    return tookTooMuchMemory;
  }

  @Override
  public long residentBytes() {
    return ask(order().setMeasure(true), ServiceCalls.ANSWERED_WITHIN).getResidentBytes();
  }

  private ControlGuest.Builder order() {
    return ControlGuest.newBuilder().setGuest(number);
  }

  private boolean tell(ControlGuest.Builder order) {
    return ask(order, ServiceCalls.ANSWERED_WITHIN).getSucceeded();
  }

  /** Not done, if the service does not say otherwise: whoever asked then ends the guest. */
  private GuestControlled ask(ControlGuest.Builder order, Duration within) {
    try {
      return calls.call(GuestCall.newBuilder().setControl(order), within).getControlled();
    } catch (IOException e) {
      LOG.warn("guest {} is not told: {}", id, e.getMessage());
      return GuestControlled.getDefaultInstance();
    }
  }

  /** Ends its connection with itself. */
  private static final class From extends FilterInputStream {
    private final ServiceConnection connection;

    From(ServiceConnection connection) {
      super(connection.in());
      this.connection = connection;
    }

    @Override
    public void close() {
      connection.close();
    }
  }

  /** Ends its connection with itself: for the guest, that is the end of its input. */
  private static final class To extends FilterOutputStream {
    private final ServiceConnection connection;

    To(ServiceConnection connection) {
      super(connection.out());
      this.connection = connection;
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      out.write(from, offset, length);
    }

    @Override
    public void close() {
      connection.close();
    }
  }
}
