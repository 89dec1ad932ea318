package io.lull.agent.guest.service;

import io.lull.agent.guest.GuestNumbers;
import io.lull.agent.guest.GuestThread;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.GuestEnded;
import io.lull.protocol.wire.GuestFilesNeeded;
import io.lull.protocol.wire.GuestNetworkNeeded;
import io.lull.protocol.wire.GuestReply;
import io.lull.protocol.wire.GuestStarted;
import io.lull.protocol.wire.StartGuest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a guest, and ends it with the connection on which it was started. */
final class GuestLife {
  private static final Logger LOG = LoggerFactory.getLogger(GuestLife.class);
  private static final Duration KILL_WITHIN = Duration.ofSeconds(5);
  private static final int KILL_TRIES = 12;

  private final GuestHost host;
  private final Sandbox sandbox;
  private final HostedGuests guests;
  private final GuestThread thread;

  GuestLife(GuestHost host, Sandbox sandbox, HostedGuests guests, GuestThread thread) {
    this.host = host;
    this.sandbox = sandbox;
    this.guests = guests;
    this.thread = thread;
  }

  /**
   * Returns when nothing of the guest is left, or it was not started.
   *
   * @param in ends when the agent wants no more of the guest, or has ended
   */
  void live(StartGuest start, InputStream in, OutputStream out) throws IOException {
    final Path material = Files.createTempDirectory(host.material(), "guest");
    try {
      final Guest guest;
      try {
        guest = begin(start, material);
      } catch (IOException | IllegalArgumentException e) {
        Frames.write(out, GuestAnswers.refusal(e));
        return;
      }
      try {
        tell(
            out,
            GuestReply.newBuilder()
                .setStarted(GuestStarted.newBuilder().setGuest(GuestNumbers.number(guest.id()))));
        final Thread _ = Thread.ofVirtual().start(() -> tellOfEnd(guest, out));
        if (in.read() >= 0) {
          LOG.warn("the agent makes a call on the connection of guest {}, which ends", guest.id());
        }
      } finally {
        end(guest);
        guests.remove(guest);
      }
    } finally {
      delete(material);
    }
  }

  private Guest begin(StartGuest start, Path material) throws IOException {
    final GuestSpec spec =
        new GuestSpec(
            start.getCommandList(),
            start.getEnvironmentMap(),
            Path.of(start.getDirectory()),
            new GuestLimits(start.getCores(), start.getMemoryBytes()));
    final GuestSpec confined = sandbox.confine(spec, needs(start), material);
    final Guest guest = thread.call(() -> host.starter().start(confined));
    guests.add(guest);
    return guest;
  }

  private static GuestNeeds needs(StartGuest start) throws IOException {
    final GuestFilesNeeded files = start.getNeeds();
    final GuestNetworkNeeded network = start.getNetwork();
    return new GuestNeeds(
        paths(files.getReadableList()),
        paths(files.getWritableList()),
        Path.of(files.getTemporary()),
        switch (network) {
          case GUEST_NETWORK_NONE -> GuestNetwork.NONE;
          case GUEST_NETWORK_PASSED -> GuestNetwork.PASSED;
          case GUEST_NETWORK_OPEN -> GuestNetwork.OPEN;
          case UNRECOGNIZED -> throw new IOException("a network that is not known");
        },
        Optional.of(files.getImage()).filter(image -> !image.isEmpty()).map(Path::of));
  }

  private static List<Path> paths(List<String> names) {
    return names.stream().map(Path::of).toList();
  }

  private static void tellOfEnd(Guest guest, OutputStream out) {
    try {
      final int code = guest.pipes().exit().get();
      tell(
          out,
          GuestReply.newBuilder()
              .setEnded(
                  GuestEnded.newBuilder()
                      .setExitCode(code)
                      .setTookTooMuchMemory(guest.tookTooMuchMemory())));
    } catch (IOException e) {
      LOG.debug("the agent does not ask how guest {} ended: {}", guest.id(), e.getMessage());
    } catch (ExecutionException | InterruptedException e) {
      LOG.warn("cannot find out how guest {} ended: {}", guest.id(), e.getMessage());
    }
  }

  private static void tell(OutputStream out, GuestReply.Builder reply) throws IOException {
    Frames.write(out, reply.build());
  }

  private static void end(Guest guest) {
    for (int i = 0; i < KILL_TRIES; i++) {
      if (guest.kill(KILL_WITHIN)) {
        return;
      }
    }
    LOG.error("something of guest {} still runs", guest.id());
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (final Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
