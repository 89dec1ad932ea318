package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LandlockTest {
  private static final Path OWN = Path.of("/guests/J1-w1");

  private static List<String> rules(Optional<Path> image) {
    final List<Path> writable =
        image.isPresent()
            ? List.of(OWN.resolve("outputs"), image.get())
            : List.of(OWN.resolve("outputs"));
    return new Landlock("/usr/bin/setpriv")
        .before(
            new GuestNeeds(
                List.of(Path.of("/opt/jdk")),
                writable,
                OWN.resolve("tmp"),
                GuestNetwork.NONE,
                image));
  }

  @Test
  void aGuestReadsWhatItSeesAndWritesToItsFoldersAlone() {
    final List<String> rules = rules(Optional.empty());
    assertThat(rules).startsWith("/usr/bin/setpriv", "--landlock-access", "fs").endsWith("--");
    assertThat(rules).contains("path-beneath:execute,read-file,read-dir:/");
    assertThat(rules.stream().filter(rule -> rule.contains("write-file")))
        .extracting(rule -> rule.substring(rule.lastIndexOf(':') + 1))
        .containsExactly("/dev", "/guests/J1-w1/outputs", "/guests/J1-w1/tmp");
  }

  @Test
  void noFolderIsOneToMakeDevicesIn() {
    assertThat(rules(Optional.of(OWN.resolve("image"))))
        .noneMatch(rule -> rule.contains("make-char") || rule.contains("make-block"))
        .anyMatch(rule -> rule.endsWith(":/guests/J1-w1/image"));
  }
}
