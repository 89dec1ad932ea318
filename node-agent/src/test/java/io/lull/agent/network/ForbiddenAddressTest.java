package io.lull.agent.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForbiddenAddressTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.7, 40000, 10.0.0.8, true",
    "10.0.0.7, 1024, 10.0.0.8, true",
    "10.0.0.8, 40000, 10.0.0.8, true",
    "127.0.0.1, 40000, 127.0.0.1, true",
    "fd00::7, 40000, fd00::8, true",
    "169.254.0.7, 40000, 169.254.0.8, true",
    "10.0.0.7, 1023, 10.0.0.8, false",
    "10.0.0.7, 22, 10.0.0.8, false",
    "127.0.0.1, 40000, 10.0.0.8, false",
    "::1, 40000, 10.0.0.8, false",
    "::ffff:127.0.0.1, 40000, 10.0.0.8, false",
    "0.0.0.0, 40000, 10.0.0.8, false",
    "169.254.169.254, 8080, 10.0.0.8, false",
    "fe80::1, 40000, fd00::8, false",
    "224.0.0.1, 40000, 10.0.0.8, false",
  })
  void keepsGuestsFromWhatNoWorkerListensAt(String target, int port, String own, boolean may)
      throws UnknownHostException {
    assertThat(
            ForbiddenAddress.reason(
                new InetSocketAddress(InetAddress.getByName(target), port),
                InetAddress.getByName(own)))
        .as(target)
        .matches(reason -> reason.isEmpty() == may);
  }
}
