package io.lull.coordinator.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.tunnel.MemberId;
import io.lull.testkit.random.Seed;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SyntheticAddressTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private static InetSocketAddress address(String text) throws UnknownHostException {
    final String[] parts = text.split(":");
    return new InetSocketAddress(InetAddress.getByName(parts[0]), Integer.parseInt(parts[1]));
  }

  @Test
  void everyMemberHasOneOfItsOwnAndStaysOnTheMachine() throws Exception {
    final RandomGenerator random = seed.random();
    for (int i = 0; i < 1_000; i++) {
      final MemberId member = MemberId.draw(random);
      final InetSocketAddress standIn = address(SyntheticAddress.of(member));
      assertThat(SyntheticAddress.parse(standIn)).contains(member);
      assertThat(standIn.getAddress().isLoopbackAddress()).isTrue();
      assertThat(MemberId.parse(member.toString())).contains(member);
    }
    final MemberId last = new MemberId((1L << MemberId.BITS) - 1);
    assertThat(SyntheticAddress.parse(address(SyntheticAddress.of(last)))).contains(last);
  }

  @Test
  void noOtherAddressStandsForAnybody() throws Exception {
    assertThat(SyntheticAddress.parse(address("127.0.0.1:40000"))).isEmpty();
    assertThat(SyntheticAddress.parse(address("10.200.0.1:40000"))).isEmpty();
    assertThat(SyntheticAddress.parse(address("127.200.0.1:443"))).isEmpty();
    assertThat(
            SyntheticAddress.parse(
                new InetSocketAddress(InetAddress.getByAddress(new byte[16]), 40_000)))
        .isEmpty();
  }

  @Test
  void noOtherNameIsAMembers() {
    assertThat(MemberId.parse("ws1")).isEmpty();
    assertThat(MemberId.parse("member-ffffffffff")).isEmpty();
    assertThat(MemberId.parse("member-0000000001 ")).isEmpty();
  }
}
