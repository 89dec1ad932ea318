package io.lull.agent.guest;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestFolders;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestMeter;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.process.Deadline;
import io.lull.protocol.wire.DescribeGuests;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestFilesNeeded;
import io.lull.protocol.wire.GuestNetworkNeeded;
import io.lull.protocol.wire.GuestUse;
import io.lull.protocol.wire.GuestsDescribed;
import io.lull.protocol.wire.ReadGuestUse;
import io.lull.protocol.wire.ReapGuest;
import io.lull.protocol.wire.StartGuest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Guests that a service on this computer starts, as its own user. */
public final class ServedGuests implements GuestStarter, GuestMeter {
  /** Of what the service and the agent say to each other. */
  public static final int VERSION = 1;

  private static final Logger LOG = LoggerFactory.getLogger(ServedGuests.class);

  private static final Duration LOOK_AGAIN_AFTER = Duration.ofMillis(100);

  private final ServiceCalls calls;
  private final GuestsDescribed described;
  private final ServedFolders folders;
  private final UseOfServices use = new UseOfServices();

  private ServedGuests(ServiceCalls calls, GuestsDescribed described, GuestFolders here) {
    this.calls = calls;
    this.described = described;
    this.folders = new ServedFolders(calls, here, Path.of(described.getFolder()));
  }

  /**
   * @param socket of the service
   * @param here how this process opens folders
   * @param within the service may start later than the agent
   * @throws NoServiceException with one line, if there is no service in time
   * @throws IOException with one line, if the service is not one that this agent can use
   */
  public static ServedGuests at(Path socket, GuestFolders here, Deadline within)
      throws IOException {
    final ServiceCalls calls = new ServiceCalls(socket);
    final GuestsDescribed described = described(calls, within);
    if (described.getVersion() != VERSION) {
      throw new IOException(
          "the guest service at "
              + socket
              + " is of another version: restart it, so that it is of this agent's");
    }
    return new ServedGuests(calls, described, here);
  }

  private static GuestsDescribed described(ServiceCalls calls, Deadline within) throws IOException {
    while (true) {
      try {
        return calls
            .call(GuestCall.newBuilder().setDescribe(DescribeGuests.getDefaultInstance()))
            .getDescribed();
      } catch (NoServiceException e) {
        if (within.passed()) {
          throw e;
        }
        LockSupport.parkNanos(LOOK_AGAIN_AFTER.toNanos());
      }
    }
  }

  @Override
  public Guest start(GuestSpec spec) throws IOException {
    return ServedGuest.of(calls, calls.keep(call(spec)));
  }

  static GuestCall.Builder call(GuestSpec spec) {
    final StartGuest.Builder start =
        StartGuest.newBuilder()
            .addAllCommand(spec.command())
            .putAllEnvironment(spec.environment())
            .setDirectory(spec.directory().toString())
            .setCores(spec.limits().cores())
            .setMemoryBytes(spec.limits().memoryBytes());
    spec.needs().ifPresent(needs -> need(start, needs));
    return GuestCall.newBuilder().setStart(start);
  }

  private static void need(StartGuest.Builder start, GuestNeeds needs) {
    final GuestFilesNeeded.Builder files =
        GuestFilesNeeded.newBuilder().setTemporary(needs.temporary().toString());
    needs.readable().forEach(path -> files.addReadable(path.toString()));
    needs.writable().forEach(path -> files.addWritable(path.toString()));
    needs.image().ifPresent(image -> files.setImage(image.toString()));
    start
        .setNeeds(files)
        .setNetwork(
            switch (needs.network()) {
              case NONE -> GuestNetworkNeeded.GUEST_NETWORK_NONE;
              case PASSED -> GuestNetworkNeeded.GUEST_NETWORK_PASSED;
              case OPEN -> GuestNetworkNeeded.GUEST_NETWORK_OPEN;
            });
  }

  @Override
  public String priority() {
    return described.getPriority();
  }

  @Override
  public Sandbox sandbox() {
    return new ServedSandbox(described);
  }

  @Override
  public GuestFolders folders() {
    return folders;
  }

  @Override
  public boolean groups() {
    return described.getGroups();
  }

  @Override
  public boolean reap(GuestId id, Duration within) {
    return reap(ReapGuest.newBuilder().setGuest(GuestNumbers.number(id)), within);
  }

  @Override
  public boolean reapStrays(Duration within) {
    return reap(ReapGuest.newBuilder(), within);
  }

  private boolean reap(ReapGuest.Builder what, Duration within) {
    try {
      return calls
          .call(
              GuestCall.newBuilder().setReap(what.setWithinMillis(within.toMillis())),
              within.plus(ServiceCalls.ANSWERED_WITHIN))
          .getControlled()
          .getSucceeded();
    } catch (IOException e) {
      LOG.warn("guests of an earlier agent are not ended: {}", e.getMessage());
      return false;
    }
  }

  @Override
  public double seconds(Collection<GuestId> guests) {
    return use().getCpuSeconds();
  }

  @Override
  public Io io(Collection<GuestId> guests) {
    final GuestUse now = use();
    return new Io(now.getReadBytes(), now.getWrittenBytes(), now.getDiskBytes());
  }

  /** As far as it is known. */
  private synchronized GuestUse use() {
    try {
      use.counted(
          calls.call(GuestCall.newBuilder().setUse(ReadGuestUse.getDefaultInstance())).getUse());
    } catch (IOException e) {
      LOG.debug("the guests' use is not known: {}", e.getMessage());
    }
    return use.total();
  }
}
