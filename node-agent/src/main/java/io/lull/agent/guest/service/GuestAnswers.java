package io.lull.agent.guest.service;

import io.lull.agent.guest.GuestNumbers;
import io.lull.agent.guest.ServedGuests;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestMeter;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.wire.ControlGuest;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestControlled;
import io.lull.protocol.wire.GuestFoldersMeasured;
import io.lull.protocol.wire.GuestReply;
import io.lull.protocol.wire.GuestUse;
import io.lull.protocol.wire.GuestsDescribed;
import io.lull.protocol.wire.MeasureGuestFolders;
import io.lull.protocol.wire.OpenGuestFile;
import io.lull.protocol.wire.ReapGuest;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;

/** Answers the calls that leave their connection free. Any thread. */
final class GuestAnswers {
  /** Longer than any agent waits. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final GuestHost host;
  private final HostedGuests guests;
  private final GuestFiles files;
  private final GuestsDescribed described;
  private final boolean opensNetwork;

  /**
   * @param sandbox that guests are confined by
   */
  GuestAnswers(GuestHost host, Sandbox sandbox, HostedGuests guests) {
    this.host = host;
    this.guests = guests;
    this.files = new GuestFiles(host.starter().folders(), host.folder());
    this.described =
        GuestsDescribed.newBuilder()
            .setVersion(ServedGuests.VERSION)
            .setFolder(host.folder().toString())
            .setPriority(host.starter().priority())
            .setGroups(host.starter().groups())
            .setSandbox(sandbox.describe())
            .setConfines(sandbox.confines())
            .setSeparatesNetwork(sandbox.separatesNetwork())
            .setImageRoot(sandbox.imageRoot().map(Path::toString).orElse(""))
            .build();
    this.opensNetwork = sandbox.opensNetwork();
  }

  /** A service may be kept from the network, and its guests with it. */
  private static boolean hasNetwork() {
    try {
      for (final NetworkInterface each :
          Collections.list(NetworkInterface.getNetworkInterfaces())) {
        if (each.isUp() && !each.isLoopback()) {
          return true;
        }
      }
      return false;
    } catch (SocketException e) {
      return false;
    }
  }

  /** Does what is asked, or refuses it. */
  GuestReply reply(GuestCall call) {
    try {
      return answer(call).build();
    } catch (IOException | IllegalArgumentException e) {
      return refusal(e);
    }
  }

  static GuestReply refusal(Exception why) {
    final String words = why.getMessage() == null ? why.toString() : why.getMessage();
    return GuestReply.newBuilder().setRefused(words).build();
  }

  private GuestReply.Builder answer(GuestCall call) throws IOException {
    final GuestReply.Builder reply = GuestReply.newBuilder();
    return switch (call.getCallCase()) {
      // The network may come up later than the service.
      case DESCRIBE ->
          reply.setDescribed(described.toBuilder().setNetwork(opensNetwork && hasNetwork()));
      case CONTROL -> reply.setControlled(controlled(call.getControl()));
      case USE -> reply.setUse(use());
      case REAP ->
          reply.setControlled(GuestControlled.newBuilder().setSucceeded(reaped(call.getReap())));
      case OPEN_FILE -> {
        final OpenGuestFile file = call.getOpenFile();
        files.share(file.getFolder(), file.getSubfolder(), file.getName());
        yield reply;
      }
      case MEASURE -> {
        final MeasureGuestFolders measure = call.getMeasure();
        yield reply.setMeasured(
            GuestFoldersMeasured.newBuilder()
                .setExcess(
                    files.excess(measure.getFoldersList(), measure.getMaxBytes()).orElse("")));
      }
      case CLEAR -> {
        files.clear(call.getClear().getFolder());
        yield reply;
      }
      case START, ATTACH, CALL_NOT_SET -> throw new IOException("this is not a call");
    };
  }

  private GuestControlled.Builder controlled(ControlGuest order) throws IOException {
    final Guest guest = guests.of(order.getGuest());
    final GuestControlled.Builder done = GuestControlled.newBuilder().setSucceeded(true);
    switch (order.getOrderCase()) {
      case HASTEN -> guest.hasten();
      case SETTLE -> guest.settle();
      case HOLD_CORES -> guest.hold(order.getHoldCores());
      case RELEASE -> guest.release();
      case SUSPEND -> done.setSucceeded(guest.suspend());
      case RESUME -> guest.resume();
      case KILL_WITHIN_MILLIS -> done.setSucceeded(guest.kill(within(order.getKillWithinMillis())));
      case MEASURE -> done.setResidentBytes(guest.residentBytes());
      case ORDER_NOT_SET -> throw new IOException("this is not an order");
    }
    return done;
  }

  private boolean reaped(ReapGuest reap) {
    final Duration within = within(reap.getWithinMillis());
    return reap.hasGuest()
        ? host.starter().reap(GuestNumbers.id(reap.getGuest()), within)
        : host.starter().reapStrays(within);
  }

  private static Duration within(long millis) {
    return Duration.ofMillis(Math.clamp(millis, 0, LONGEST.toMillis()));
  }

  private synchronized GuestUse use() {
    final GuestMeter meter = host.meter();
    final GuestMeter.Io io = meter.io(guests.ids());
    return GuestUse.newBuilder()
        .setCpuSeconds(meter.seconds(guests.ids()))
        .setReadBytes(io.read())
        .setWrittenBytes(io.written())
        .setDiskBytes(io.disk())
        .build();
  }
}
