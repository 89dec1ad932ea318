package io.lull.platform.windows.guest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Native;
import com.sun.jna.Structure;
import io.lull.platform.windows.guest.GuestLibraries.Accounting;
import io.lull.platform.windows.guest.GuestLibraries.ExtendedLimits;
import io.lull.platform.windows.guest.GuestLibraries.ExtendedStartup;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Structures lie in memory as the headers of 64-bit Windows have them. */
class LayoutTest {
  @BeforeAll
  static void wide() {
    Assumptions.assumeTrue(Native.POINTER_SIZE == 8, "this is no 64-bit machine");
  }

  private static int offset(Structure structure, String field) throws Exception {
    final var method = Structure.class.getDeclaredMethod("fieldOffset", String.class);
    method.setAccessible(true);
    return (int) method.invoke(structure, field);
  }

  @Test
  void ofAJobsLimits() throws Exception {
    final ExtendedLimits limits = new ExtendedLimits();
    assertThat(limits.size()).isEqualTo(144);
    assertThat(offset(limits, "limitFlags")).isEqualTo(16);
    assertThat(offset(limits, "activeProcessLimit")).isEqualTo(40);
    assertThat(offset(limits, "priorityClass")).isEqualTo(56);
    assertThat(offset(limits, "jobMemoryLimit")).isEqualTo(120);
  }

  @Test
  void ofAJobsAccounting() {
    assertThat(new Accounting().size()).isEqualTo(96);
  }

  @Test
  void ofAProcessesStart() throws Exception {
    final ExtendedStartup startup = new ExtendedStartup();
    assertThat(startup.size()).isEqualTo(112);
    assertThat(offset(startup, "attributes")).isEqualTo(104);
  }
}
