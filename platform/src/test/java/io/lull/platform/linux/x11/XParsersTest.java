package io.lull.platform.linux.x11;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class XParsersTest {
  /** As {@code xauth} wrote it: a local entry of the host "alpha", and a wild one. */
  private static final byte[] AUTHORITY =
      HexFormat.of()
          .parseHex(
              "0100"
                  + "0005616c706861"
                  + "00013700124d49542d4d414749432d434f4f4b49452d310004aabbccdd"
                  + "ffff0000"
                  + "000000124d49542d4d414749432d434f4f4b49452d31000411223344");

  @Test
  void readsWhatDisplayNames() {
    assertThat(XDisplayName.parse(":7").address())
        .isEqualTo(UnixDomainSocketAddress.of("/tmp/.X11-unix/X7"));
    assertThat(XDisplayName.parse("unix:0.1")).isEqualTo(new XDisplayName("", 0));
    assertThat(XDisplayName.parse("localhost:10.0").address())
        .isEqualTo(new InetSocketAddress("localhost", 6010));
    assertThatThrownBy(() -> XDisplayName.parse("screen"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DISPLAY must be as :0");
  }

  @Test
  void prefersTheCookieOfThisHostThenTheWildOne() {
    final XAuthority authority = XAuthority.parse(AUTHORITY);
    assertThat(authority.cookies(new XDisplayName("", 7), "alpha"))
        .containsExactly(HexFormat.of().parseHex("aabbccdd"), HexFormat.of().parseHex("11223344"));
    assertThat(authority.cookies(new XDisplayName("", 7), "beta").getFirst())
        .isEqualTo(HexFormat.of().parseHex("11223344"));
    assertThat(authority.cookies(new XDisplayName("", 8), "alpha")).hasSize(1);
  }

  @Test
  void takesWhatIsWholeOfATornAuthorityFile() {
    final byte[] torn = java.util.Arrays.copyOf(AUTHORITY, AUTHORITY.length - 3);
    assertThat(XAuthority.parse(torn).entries()).hasSize(1);
  }

  @Test
  void neverPrintsACookie() {
    assertThat(XAuthority.parse(AUTHORITY).toString()).doesNotContain("-86", "aa");
  }

  @Test
  void takesPacketsOnlyWhenTheyAreWhole() throws IOException {
    final ByteBuffer bytes = ByteBuffer.allocate(80).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(0, (byte) 35).put(1, (byte) 131).putInt(4, 2).putShort(8, (short) 17);
    bytes.limit(39);
    assertThat(XPacket.take(bytes)).isNull();
    bytes.limit(41);
    final XPacket packet = java.util.Objects.requireNonNull(XPacket.take(bytes));
    assertThat(packet.isOfExtension(131)).isTrue();
    assertThat(packet.extensionEventType()).isEqualTo(17);
    assertThat(bytes.remaining()).isEqualTo(1);
  }

  @Test
  void tellsWhyTheServerRefuses() {
    final ByteBuffer head = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).put(1, (byte) 4);
    final ByteBuffer rest =
        ByteBuffer.wrap("nope".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> XSetup.parse(head, rest))
        .isInstanceOf(XSetup.XRefusal.class)
        .hasMessageContaining("nope");
  }

  @Test
  void refusesAGreetingThatIsCutShort() {
    final ByteBuffer head = ByteBuffer.allocate(8).put(0, (byte) 1);
    assertThatThrownBy(() -> XSetup.parse(head, ByteBuffer.allocate(10)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not understood");
  }
}
