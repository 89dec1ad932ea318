package io.lull.coordinator.enrolment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.core.store.RecordMaps;
import io.lull.coordinator.core.store.TokenStore;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.testkit.time.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {
  private final VirtualClock clock = new VirtualClock();
  private final SharedRecordMaps maps = new SharedRecordMaps();
  private Tokens tokens;

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    final SecureRandom random = new SecureRandom();
    final Authority authority = Authority.open(folder, clock, random);
    tokens = new Tokens(new TokenStore(maps), authority.certificate(), clock, random);
  }

  @Test
  void isGoodForOnce() throws Exception {
    final EnrolmentToken token = tokens.create(Role.NODE, "", Duration.ofHours(1), "ada").token();

    assertThat(tokens.use(token.secretBytes(), "bob"))
        .isEqualTo(new Tokens.Grant(Role.NODE, false));
    assertThatThrownBy(() -> tokens.use(token.secretBytes(), "bob"))
        .isInstanceOf(TokenRefusedException.class)
        .hasMessageContaining("valid only once");
  }

  @Test
  void isNoGoodAfterItsTime() {
    final EnrolmentToken token = tokens.create(Role.USER, "", Duration.ofHours(1), "ada").token();
    clock.advance(Duration.ofHours(1));

    assertThatThrownBy(() -> tokens.use(token.secretBytes(), "bob"))
        .isInstanceOf(TokenRefusedException.class)
        .hasMessageContaining("expired");
  }

  @Test
  void isRefusedWhenNobodyMadeIt() {
    assertThatThrownBy(() -> tokens.use(new byte[16], "bob"))
        .isInstanceOf(TokenRefusedException.class)
        .hasMessageContaining("is unknown");
  }

  @Test
  void keepsItsSecretNowhere() {
    final EnrolmentToken token = tokens.create(Role.ADMIN, "", Duration.ofHours(1), "ada").token();

    maps.map(RecordMaps.Kind.TOKEN)
        .all()
        .forEach((id, content) -> {
          assertThat(id).doesNotContain(token.secret());
          assertThat(new String(content, StandardCharsets.ISO_8859_1))
              .doesNotContain(token.secret());
        });
  }

  @Test
  void isMadeForASensibleTimeOnly() {
    assertThatThrownBy(() -> tokens.create(Role.NODE, "", Duration.ofDays(31), "ada"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a token's validity must be 1s to 30d");
    assertThatThrownBy(() -> tokens.create(Role.NODE, "", Duration.ofSeconds(-1), "ada"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTokenForSomebodyEnrolsNobodyElseAndIsNotUsedUpByThem() throws Exception {
    final EnrolmentToken token =
        tokens.create(Role.USER, "ada", Duration.ofHours(1), "carl").token();
    assertThatThrownBy(() -> tokens.use(token.secretBytes(), "bob"))
        .isInstanceOf(TokenRefusedException.class)
        .hasMessage("this token is for 'ada': enrol with --name ada");
    assertThat(tokens.use(token.secretBytes(), "ada")).isEqualTo(new Tokens.Grant(Role.USER, true));
    assertThatThrownBy(() -> tokens.create(Role.USER, "a b", Duration.ofHours(1), "carl"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a valid name");
  }
}
