package io.lull.tray.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The lull command is played by a script. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class CommandStudyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final CapacityQuestion QUESTION =
      new CapacityQuestion(30, true, OptionalInt.of(5), OptionalInt.empty());

  @TempDir private Path folder = Path.of("");

  private CommandStudy study(String script) throws IOException {
    final Path launcher = folder.resolve("lull");
    Files.writeString(launcher, "#!/bin/sh\n" + script);
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    return new CommandStudy(Optional.of(launcher));
  }

  @Test
  void threeCommandsAnswerAndNothingIsLeft() throws Exception {
    final Path said = folder.resolve("said");
    final Path where = folder.resolve("where");
    final CommandStudy study =
        study(
            """
            echo "$@" >> %s
            pwd > %s
            case $1 in
              export) echo x > "$6" ;;
              simulate)
                test -s history.csv && test -s jobs.swf || exit 9
                printf 'change,nodes,offeredNodeHours,jobs,censored,meanResponseRatio,meanWaitSeconds\\nnow,4,10.5,2,0,1.5,60\\nmore,9,20.5,2,0,1.1,0\\n' > answers.csv
                echo page > report.html ;;
            esac
            """
                .formatted(said, where));
    final List<CapacityStudy.Step> steps = new CopyOnWriteArrayList<>();
    final CapacityFindings found =
        study.ask(QUESTION, steps::add).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(Files.readAllLines(said))
        .containsExactly(
            "export history --since 30d --to history.csv",
            "export jobs --since 30d --to jobs.swf",
            "simulate whatif --history history.csv --change nodes=+5 --workload jobs.swf"
                + " --csv answers.csv --report report.html");
    assertThat(steps).containsExactly(CapacityStudy.Step.values());
    assertThat(found.answers()).hasSize(2);
    assertThat(found.answers().getLast().machines()).isEqualTo(9);
    assertThat(found.report()).isEqualTo("page\n");
    assertThat(Path.of(Files.readString(where).strip())).doesNotExist();
  }

  @Test
  void aCommandThatFailsIsQuoted() throws Exception {
    final CompletableFuture<CapacityFindings> answer =
        study("echo 'lull: only administrators may export' >&2\nexit 4\n").ask(QUESTION, _ -> {});
    assertThatThrownBy(() -> answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(ClientFailure.class)
        .hasMessage("only administrators may export");
  }

  @Test
  void aCancelledQuestionEndsItsCommand() throws Exception {
    final Path process = folder.resolve("process");
    final CompletableFuture<CapacityFindings> answer =
        study("echo $$ > %s\nexec sleep 600\n".formatted(process)).ask(QUESTION, _ -> {});
    Eventually.await("the command runs", PATIENCE, () -> process.toFile().length() > 1);
    answer.cancel(true);
    final long id = Long.parseLong(Files.readString(process).strip());
    Eventually.await(
        "the command has ended",
        PATIENCE,
        () -> ProcessHandle.of(id).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void whereTheCommandIsNotKnownNothingIsAsked() {
    assertThat(new CommandStudy(Optional.empty()).isInstalled()).isFalse();
  }
}
