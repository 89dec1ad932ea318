package io.lull.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.GuestUse;
import org.junit.jupiter.api.Test;

final class UseOfServicesTest {
  private final UseOfServices use = new UseOfServices();

  private static GuestUse of(double seconds, long bytes) {
    return GuestUse.newBuilder().setCpuSeconds(seconds).setReadBytes(bytes).build();
  }

  @Test
  void aServiceThatWasStartedAnewTakesNothingAway() {
    use.counted(of(5, 100));
    use.counted(of(7, 150));
    use.counted(of(0, 0));
    assertThat(use.total()).isEqualTo(of(7, 150));
    use.counted(of(2, 30));
    assertThat(use.total()).isEqualTo(of(9, 180));
    use.counted(of(1, 10));
    assertThat(use.total()).isEqualTo(of(10, 190));
  }
}
