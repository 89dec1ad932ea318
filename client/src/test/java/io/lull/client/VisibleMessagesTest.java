package io.lull.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.NodeList;
import io.lull.protocol.wire.NodeView;
import org.junit.jupiter.api.Test;

/** Whatever text an answer has, at whatever depth. */
final class VisibleMessagesTest {
  @Test
  void textAtAnyDepthIsMadeVisibleAndAllElseStays() {
    final NodeList answer =
        NodeList.newBuilder()
            .addNodes(NodeView.newBuilder().setName("pc1").setCores(4))
            .addNodes(
                NodeView.newBuilder()
                    .setReason("\u001b[31mbusy")
                    .addLabels("room=\u202e1")
                    .addLabels("owner=ada"))
            .build();
    assertThat(VisibleMessages.of(answer))
        .isEqualTo(
            NodeList.newBuilder()
                .addNodes(NodeView.newBuilder().setName("pc1").setCores(4))
                .addNodes(
                    NodeView.newBuilder()
                        .setReason("␛[31mbusy")
                        .addLabels("room=<U+202E>1")
                        .addLabels("owner=ada"))
                .build());
  }

  @Test
  void aMessageWithoutAnythingHiddenIsTheSame() {
    final NodeList answer =
        NodeList.newBuilder().addNodes(NodeView.newBuilder().setName("pc1")).build();
    assertThat(VisibleMessages.of(answer)).isSameAs(answer);
  }
}
