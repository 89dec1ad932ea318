package io.lull.client.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  private static final Path ANN = Path.of("/home/ann");

  @Test
  void thePlatformsFoldersAreUsed() {
    assertThat(Home.of(Map.of(), "Linux", ANN))
        .isEqualTo(
            new Home(
                ANN.resolve(".config/lull"),
                ANN.resolve(".local/share/lull/agent"),
                Path.of("/run/lull")));
    assertThat(Home.of(Map.of("XDG_CONFIG_HOME", "/c"), "Linux", ANN).configuration())
        .isEqualTo(Path.of("/c/lull"));
    assertThat(Home.of(Map.of(), "Mac OS X", ANN).configuration())
        .isEqualTo(ANN.resolve("Library/Application Support/Lull"));
    assertThat(Home.of(Map.of("APPDATA", "/roaming"), "Windows 11", ANN).configuration())
        .isEqualTo(Path.of("/roaming/Lull"));
  }

  @Test
  void theEnvironmentComesFirst() {
    final Home home =
        Home.of(Map.of("LULL_HOME", "/h", "LULL_AGENT_DATA", "/a"), "Windows 11", ANN);
    assertThat(home).isEqualTo(new Home(Path.of("/h"), Path.of("/a")));
  }

  @Test
  void theServiceIsAskedWhereThisUserHasNoAgent(@TempDir Path folder) throws Exception {
    final Path own = Files.createDirectory(folder.resolve("own"));
    final Path service = Files.createDirectory(folder.resolve("service"));
    final Home home = new Home(folder, own, service);
    assertThat(home.agentAsked()).isEqualTo(own);
    Files.createFile(service.resolve("control.sock"));
    assertThat(home.agentAsked()).isEqualTo(service);
    Files.createFile(own.resolve("control.sock"));
    assertThat(home.agentAsked()).isEqualTo(own);
  }

  @Test
  void withoutALoginNothingIsAllowed(@TempDir Path folder) throws Exception {
    final Home home = new Home(folder, folder);
    assertThatThrownBy(() -> home.identity(SystemClock.INSTANCE))
        .isInstanceOfSatisfying(
            ClientFailure.class,
            e -> assertThat(e.kind()).isEqualTo(ClientFailure.Kind.NOT_ALLOWED))
        .hasMessageContaining("lull login");
    Files.writeString(home.coordinatorFile(), "a:7400,b:7401\n");
    assertThat(home.coordinators()).hasToString("[a:7400, b:7401]");
    Files.writeString(home.coordinatorFile(), "nowhere");
    assertThatThrownBy(home::coordinators)
        .isInstanceOfSatisfying(
            ClientFailure.class, e -> assertThat(e.kind()).isEqualTo(ClientFailure.Kind.BAD_INPUT));
  }

  @Test
  void credentialsThatHaveExpiredAreNamedWithTheirEnd(@TempDir Path folder) throws Exception {
    final Home home = new Home(folder.resolve("home"), folder);
    final Path keys = folder.resolve("keys.p12");
    final Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "ann",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=ann, OU=user",
                "-startdate",
                "-10d",
                "-validity",
                "1",
                "-storetype",
                "PKCS12",
                "-storepass",
                "only-a-test",
                "-keystore",
                keys.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor()).isZero();
    final KeyStore store = KeyStore.getInstance(keys.toFile(), "only-a-test".toCharArray());
    final X509Certificate expired = (X509Certificate) store.getCertificate("ann");
    final PrivateKey key = (PrivateKey) store.getKey("ann", "only-a-test".toCharArray());
    home.store(new Identity(key, expired, expired), List.of(new HostPort("localhost", 7400)));
    assertThatThrownBy(() -> home.identity(SystemClock.INSTANCE))
        .isInstanceOfSatisfying(
            ClientFailure.class,
            e -> assertThat(e.kind()).isEqualTo(ClientFailure.Kind.NOT_ALLOWED))
        .hasMessageContaining("expired at " + expired.getNotAfter().toInstant())
        .hasMessageContaining("lull login");
  }
}
