package io.lull.agent.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class IsolationTest {
  @Test
  void anyWillDoWhereTheOwnerDoesNotCare() {
    assertThat(Isolation.ANY.met(false, false)).isTrue();
  }

  @Test
  void aSandboxIsRequiredWhereTheOwnerSaysSo() {
    assertThat(Isolation.SANDBOX.met(true, false)).isTrue();
    assertThat(Isolation.SANDBOX.met(false, true)).isFalse();
  }

  @Test
  void bothAreRequiredWhereTheOwnerSaysSo() {
    assertThat(Isolation.SANDBOX_AND_CONTROL_GROUPS.met(true, true)).isTrue();
    assertThat(Isolation.SANDBOX_AND_CONTROL_GROUPS.met(true, false)).isFalse();
    assertThat(Isolation.SANDBOX_AND_CONTROL_GROUPS.met(false, true)).isFalse();
  }
}
