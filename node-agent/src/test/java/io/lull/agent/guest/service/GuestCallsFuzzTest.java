package io.lull.agent.guest.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestMeter;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.MeteredGuests;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.wire.ControlGuest;
import io.lull.protocol.wire.DescribeGuests;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.GuestNumber;
import io.lull.protocol.wire.GuestReply;
import io.lull.protocol.wire.MeasureGuestFolders;
import io.lull.protocol.wire.OpenGuestFile;
import io.lull.protocol.wire.ReadGuestUse;
import io.lull.protocol.wire.ReapGuest;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the guest service makes of calls that an agent would not make. */
final class GuestCallsFuzzTest {
  private static final GuestNumber GUEST =
      GuestNumber.newBuilder().setPid(7).setStartTicks(70).setBoot("boot").build();

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  @TempDir private Path folder;

  /** Starts nothing, and ends nothing. */
  private static final class NoGuests implements GuestStarter, GuestMeter {
    @Override
    public Guest start(GuestSpec spec) throws IOException {
      throw new IOException("no guest is started here");
    }

    @Override
    public String priority() {
      return "none";
    }

    @Override
    public boolean reap(GuestId id, Duration within) {
      return false;
    }

    @Override
    public double seconds(Collection<GuestId> guests) {
      return 0;
    }

    @Override
    public Io io(Collection<GuestId> guests) {
      return Io.NONE;
    }
  }

  @Test
  void aDamagedCallIsAnsweredOrRefusedInASentence() {
    final NoGuests none = new NoGuests();
    final GuestAnswers answers =
        new GuestAnswers(
            new GuestHost(new MeteredGuests(none, none), folder.resolve("work"), folder),
            new Sandbox.None("none is needed here"),
            new HostedGuests());
    final Fuzzer.Result result =
        new Fuzzer(seed, "calls of the guest service")
            .messages(
                GuestCall.newBuilder().setDescribe(DescribeGuests.getDefaultInstance()).build(),
                GuestCall.newBuilder()
                    .setControl(ControlGuest.newBuilder().setGuest(GUEST).setHoldCores(2))
                    .build(),
                GuestCall.newBuilder().setUse(ReadGuestUse.getDefaultInstance()).build(),
                GuestCall.newBuilder()
                    .setReap(ReapGuest.newBuilder().setGuest(GUEST).setWithinMillis(10))
                    .build(),
                GuestCall.newBuilder()
                    .setOpenFile(
                        OpenGuestFile.newBuilder()
                            .setFolder(folder.resolve("work/w1").toString())
                            .setSubfolder("outputs")
                            .setName("file"))
                    .build(),
                GuestCall.newBuilder()
                    .setMeasure(
                        MeasureGuestFolders.newBuilder()
                            .addFolders(folder.resolve("work/w1/outputs").toString())
                            .setMaxBytes(1))
                    .build())
            .refusals(IOException.class)
            .run(input -> {
              final GuestReply reply = answers.reply(GuestCall.parseFrom(input));
              assertThat(reply.getRefused().isEmpty())
                  .as(reply::toString)
                  .isEqualTo(reply.getReplyCase() != GuestReply.ReplyCase.REPLY_NOT_SET);
            });
    assertThat(result.accepted()).isPositive();
  }
}
