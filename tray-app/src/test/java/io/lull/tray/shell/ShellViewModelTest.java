package io.lull.tray.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.tray.model.Tone;
import io.lull.tray.model.UiThread;
import io.lull.tray.screen.SampleAgent;
import io.lull.tray.screen.Samples;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ShellViewModelTest {
  private final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
  private final ShellViewModel model =
      new ShellViewModel(
          List.of(Page.WELCOME, Page.COMPUTER, Page.PREFERENCES),
          agent,
          new UiThread(Runnable::run),
          Locale.ENGLISH);

  @Test
  void saysInAWordHowTheAgentIs() {
    assertThat(model.nodeProperty().get()).isEqualTo("office-17");
    assertThat(model.lineProperty().get()).isEqualTo("Part of the cluster");
    agent.become(Samples.silent());
    assertThat(model.toneProperty().get()).isEqualTo(Tone.BAD);
    assertThat(model.lineProperty().get()).isEqualTo("Not responding");
    agent.become(Samples.absent());
    assertThat(model.lineProperty().get()).isEqualTo("Not running");
  }

  @Test
  void anAgentWithoutACoordinatorIsSaidToBeAlone() {
    agent.become(Samples.present(Samples.owner().toBuilder().setConnected(false).build()));
    assertThat(model.toneProperty().get()).isEqualTo(Tone.CARE);
    assertThat(model.lineProperty().get()).isEqualTo("No coordinator");
  }

  @Test
  void aPageThatThereIsNotLeavesTheOneThatIsShown() {
    model.open(Page.PREFERENCES);
    model.open(Page.JOBS);
    assertThat(model.pageProperty().get()).isEqualTo(Page.PREFERENCES);
  }

  @Test
  void whoWantsToJoinLaterIsLedToTheFirstStartAgain() {
    model.withdraw(Page.WELCOME);
    model.offer(Page.WELCOME);
    assertThat(model.pageProperty().get()).isEqualTo(Page.WELCOME);
    assertThat(model.pages()).containsExactly(Page.WELCOME, Page.COMPUTER, Page.PREFERENCES);
  }

  @Test
  void theFirstStartMakesWayForTheFirstPage() {
    assertThat(model.pageProperty().get()).isEqualTo(Page.WELCOME);
    model.withdraw(Page.WELCOME);
    assertThat(model.pageProperty().get()).isEqualTo(Page.COMPUTER);
    model.open(Page.WELCOME);
    assertThat(model.pageProperty().get()).isEqualTo(Page.COMPUTER);
  }
}
