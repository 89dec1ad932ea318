package io.lull.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Nothing is called but what an administrator has named. */
class WebhooksTest {
  private static final Webhooks ALLOWED = Webhooks.parse("hooks.example.org, Chat:8443,[::1]:80");

  @Test
  void aNameAllowsTheUsualPortOfEachScheme() {
    assertThat(ALLOWED.check("https://HOOKS.example.org/a?key=1")).hasPath("/a");
    assertThat(ALLOWED.check("http://hooks.example.org:80/")).hasHost("hooks.example.org");
    assertThat(ALLOWED.check("https://chat:8443/x")).hasPort(8443);
    assertThat(ALLOWED.check("http://[::1]/x")).hasPath("/x");
  }

  @Test
  void allElseIsRefusedInALineWithoutTheSecretPart() {
    for (final String url :
        new String[] {
          "https://hooks.example.org:8443/s3cret",
          "https://evil.hooks.example.org/s3cret",
          "http://chat/s3cret",
          "http://127.0.0.1/s3cret",
          "http://hooks.example.org.evil.net/s3cret",
        }) {
      assertThatThrownBy(() -> ALLOWED.check(url))
          .as(url)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("notifications may not be sent to ")
          .hasMessageNotContaining("s3cret");
    }
    assertThatThrownBy(() -> Webhooks.NONE.check("https://hooks.example.org/"))
        .hasMessageContaining("this grid sends no notifications")
        .hasMessageContaining("--webhooks hooks.example.org");
  }

  @Test
  void whatHasNotTheFormOfAUrlIsRefused() {
    for (final String url :
        new String[] {
          "",
          "hooks.example.org",
          "file:///etc/passwd",
          "ftp://hooks.example.org/",
          "https:///a",
          "https://me:pw@hooks.example.org/",
          "https://hooks.example.org/#a",
          "https://hooks.example.org:0/",
          "https://hooks.example.org:70000/",
          "https://hooks.example.org/a b",
          "https://hooks.example.org/" + "a".repeat(2000),
        }) {
      assertThatThrownBy(() -> ALLOWED.check(url))
          .as(url)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("a notification needs a URL such as");
    }
  }

  @Test
  void aListThatCannotBeIsRefused() {
    for (final String list :
        new String[] {"", "a,,b", "https://a", "a:0", "a:70000", "a:b", "*", "-a", "a b"}) {
      assertThatThrownBy(() -> Webhooks.parse(list))
          .as(list)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must be HOST or HOST:PORT");
    }
  }
}
