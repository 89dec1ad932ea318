package io.lull.apps.phold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.apps.SoloRun;
import io.lull.apps.phold.PholdModel.ProcessState;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Time Warp commits is what a sequential simulation does. */
final class PholdTest {
  @TempDir Path folder;

  private record Sequential(long committed, long hash) {
    static Sequential of(PholdModel model) {
      final TreeSet<Event> pending = new TreeSet<>();
      final ProcessState[] states = new ProcessState[model.processes()];
      Arrays.fill(states, ProcessState.START);
      for (int process = 0; process < states.length; process++) {
        pending.addAll(model.start(process));
      }
      while (!pending.isEmpty()) {
        final Event event = pending.removeFirst();
        model.caused(event, states[event.process()]).ifPresent(pending::add);
        states[event.process()] = PholdModel.after(event, states[event.process()]);
      }
      long committed = 0;
      long hash = 0;
      for (int process = 0; process < states.length; process++) {
        committed += states[process].processed();
        hash += PholdModel.share(process, states[process]);
      }
      return new Sequential(committed, hash);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 64, 4, 0.1, 5, 1",
    "2, 64, 4, 0.1, 5, 2",
    "4, 64, 4, 0, 5, 3",
    "8, 100, 2, 1, 10, 4",
    "8, 1024, 16, 0.1, 3, 5",
    "4, 4, 1, 0.01, 50, 6"
  })
  void whatIsCommittedIsWhatASequentialSimulationDoes(
      int tasks, int processes, int events, double lookahead, double end, long seed)
      throws Exception {
    final Sequential expected =
        Sequential.of(new PholdModel(processes, events, lookahead, end, seed));
    final Map<String, String> values =
        SoloRun.of(
            Phold.class,
            Map.of(
                "tasks", String.valueOf(tasks),
                "processes", String.valueOf(processes),
                "events", String.valueOf(events),
                "lookahead", String.valueOf(lookahead),
                "end", String.valueOf(end),
                "seed", String.valueOf(seed)),
            folder);
    assertThat(values)
        .containsEntry("committed", String.valueOf(expected.committed()))
        .containsEntry("hash", String.valueOf(expected.hash()))
        .containsKey("rolledback");
  }
}
