package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.app.CoordinatorOptions.Members;
import io.lull.protocol.transport.HostPort;
import org.junit.jupiter.api.Test;

class CoordinatorOptionsTest {
  @Test
  void othersAreMetBesideTheirPortForAgents() {
    assertThat(Members.parse("grid1:7400, [::1]:7401,10.0.0.3:65530"))
        .containsExactly(
            new HostPort("grid1", 7443),
            new HostPort("::1", 7444),
            new HostPort("10.0.0.3", 65_487));
  }

  @Test
  void orWhereItSaysSo() {
    assertThat(Members.parse("grid1:7400/7500,[::1]:7400/10"))
        .containsExactly(new HostPort("grid1", 7500), new HostPort("::1", 10));
  }

  @Test
  void whatIsNoAddressIsRefusedInOneLine() {
    for (final String wrong : new String[] {"grid1", "grid1:7400/", "grid1:7400/x", "grid1/7443"}) {
      assertThatThrownBy(() -> Members.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("write it as HOST:PORT");
    }
  }

  @Test
  void whereTheSystemChoosesThePortItChoosesThatForMembersToo() {
    assertThat(Members.beside(new HostPort("127.0.0.1", 0)).port()).isZero();
  }
}
