package io.lull.bench.halo;

import io.lull.bench.Sample;
import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Frame;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.comm.WaitLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Two workers as a program's thread talks to them. */
final class LinkContestant implements Contestant {
  static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  private final String name;
  private final EchoProcess other;
  private final Links links;
  private final Communicator group;

  private LinkContestant(String name, EchoProcess other, Links links, Communicator group) {
    this.name = name;
    this.other = other;
    this.links = links;
    this.group = group;
  }

  /**
   * @param how {@code plain}, or the file with certificate and key
   */
  static LinkContestant start(String name, String how) throws IOException, InterruptedException {
    final PeerSecurity security = Echo.security(how);
    final EchoProcess other = EchoProcess.start(how);
    final Links links = Echo.open(Echo.CLIENT, security);
    final Link link =
        links.to(
            Echo.SERVER,
            "127.0.0.1",
            other.port(),
            Echo.EPOCH,
            WaitLimit.until(SystemClock.INSTANCE.nanos() + PATIENCE));
    return new LinkContestant(
        name,
        other,
        links,
        new Communicator(Echo.EPOCH, 0, Arrays.asList(null, link), CallContext.NONE));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public double halfRoundTrip(int bytes, int count) {
    group.send(1, Frame.buffer(Echo.ORDER_BYTES).putLong(bytes).putLong(count));
    final ByteBuffer message = group.buffer(1, bytes);
    final int end = message.position() + bytes;
    final double[] seconds = new double[count];
    for (int i = 0; i < count; i++) {
      final long begin = SystemClock.INSTANCE.nanos();
      group.send(1, message.position(end));
      group.receive(1);
      seconds[i] = (SystemClock.INSTANCE.nanos() - begin) / 2e9;
    }
    return Sample.of(seconds).median();
  }

  @Override
  public void close() {
    links.close();
    other.close();
  }
}
