package io.lull.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.JobSpec;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobChecksTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void aJobIsNamedAfterItsProgramAndTakesWhateverIsIdle() {
    final JobPlan plan =
        JobChecks.check(new JobDraft(Map.of(SubmitOption.APP, "life"), Map.of(), List.of()));
    assertThat(plan.spec().getName()).isEqualTo("life");
    assertThat(plan.spec().getMinWorkers()).isEqualTo(1);
    assertThat(plan.spec().getMaxWorkers()).isEqualTo(64);
    assertThat(plan.spec().getCheckpoint()).isEqualTo("auto");
    assertThat(plan.program()).isNull();
  }

  @Test
  void theNetworkIsAskedForOrNot() {
    assertThat(JobChecks.check(life(SubmitOption.NETWORK, "true")).spec().getNetwork()).isTrue();
    assertThat(JobChecks.check(life(SubmitOption.NETWORK, "false")).spec().getNetwork()).isFalse();
    assertThatThrownBy(() -> JobChecks.check(life(SubmitOption.NETWORK, "internet")))
        .hasMessage("--network: 'internet' must be true or false");
  }

  @Test
  void aJobThatIsNotAdaptedSaysSo() {
    assertThat(JobChecks.check(life(SubmitOption.NO_ADAPT, "true")).spec().getNoAdapt()).isTrue();
    assertThat(JobChecks.check(life(SubmitOption.NO_ADAPT, "false")).spec().getNoAdapt()).isFalse();
  }

  @Test
  void onlyAProgramsLoopsAreChecked() {
    assertThat(JobChecks.check(life(SubmitOption.CHECKED, "true")).spec().getChecked()).isTrue();
    assertThat(JobChecks.check(life(SubmitOption.CHECKED, "false")).spec().getChecked()).isFalse();
    final Map<SubmitOption, String> tasks =
        Map.of(SubmitOption.COMMAND, "true", SubmitOption.TASKS, "3", SubmitOption.CHECKED, "true");
    assertThatThrownBy(() -> JobChecks.check(new JobDraft(tasks, Map.of(), List.of())))
        .hasMessage("--checked: tasks have no loops to be checked; omit it");
  }

  @Test
  void aMoldableJobSaysSo() {
    assertThat(JobChecks.check(life(SubmitOption.MOLDABLE, "true")).spec().getMoldable()).isTrue();
    assertThat(JobChecks.check(life(SubmitOption.MOLDABLE, "false")).spec().getMoldable())
        .isFalse();
    assertThatThrownBy(() -> JobChecks.check(life(SubmitOption.MOLDABLE, "maybe")))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining("--moldable: 'maybe' must be true or false");
    final JobDraft bag =
        new JobDraft(
            Map.of(SubmitOption.COMMAND, "true", SubmitOption.MOLDABLE, "true"),
            Map.of(),
            List.of());
    assertThatThrownBy(() -> JobChecks.check(bag))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining("--moldable: a command's tasks run on any");
  }

  private static JobDraft life(SubmitOption word, String text) {
    return new JobDraft(Map.of(SubmitOption.APP, "life", word, text), Map.of(), List.of());
  }

  @Test
  void aProgramOfOnesOwnNeedsAClassThatIsInItsJar() throws IOException {
    final Path jar = folder.resolve("heat.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("org/example/Heat.class"));
    }
    final JobPlan plan = JobChecks.check(own(jar, "org.example.Heat"));
    assertThat(plan.spec().getName()).isEqualTo("Heat");
    assertThat(plan.spec().getApp()).isEmpty();
    assertThat(plan.program()).isEqualTo(jar);
    assertThatThrownBy(() -> JobChecks.check(own(jar, "org.example.Cold")))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining("has no class org.example.Cold");
    assertThatThrownBy(() -> JobChecks.check(own(jar, "no class")))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining("--jar also needs --main");
  }

  @Test
  void aJobMayFollowOthersAndHasALimit() {
    final JobPlan plan =
        JobChecks.check(
            new JobDraft(
                Map.of(
                    SubmitOption.APP,
                    "life",
                    SubmitOption.AFTER,
                    "J1, J12",
                    SubmitOption.TIME_LIMIT,
                    "2h"),
                Map.of(),
                List.of()));
    assertThat(plan.spec().getAfterList()).containsExactly("J1", "J12");
    assertThat(plan.spec().getLimitMillis()).isEqualTo(7_200_000);
    final JobSpec later =
        JobChecks.check(
                new JobDraft(
                    Map.of(
                        SubmitOption.APP,
                        "life",
                        SubmitOption.AFTER,
                        "ok:J1,any:J2",
                        SubmitOption.BEGIN,
                        "1970-01-02T00:00:00Z"),
                    Map.of(),
                    List.of()))
            .spec();
    assertThat(later.getAfterList()).containsExactly("J1");
    assertThat(later.getAfterEndedList()).containsExactly("J2");
    assertThat(later.getBeginMillis()).isEqualTo(86_400_000);
    assertThatThrownBy(() -> JobChecks.check(words(SubmitOption.BEGIN, "soon")))
        .hasMessageContaining("--begin: 'soon' is not a time");
    assertThatThrownBy(() -> JobChecks.check(words(SubmitOption.AFTER, "none:J1")))
        .hasMessageContaining("--after: 'none:J1' is not a job");
    assertThatThrownBy(() -> JobChecks.check(words(SubmitOption.AFTER, "1")))
        .hasMessageContaining("--after: '1' is not a job");
    assertThatThrownBy(() -> JobChecks.check(words(SubmitOption.TIME_LIMIT, "0s")))
        .hasMessageContaining("--time-limit must be positive");
  }

  private static JobDraft words(SubmitOption word, String text) {
    return new JobDraft(Map.of(SubmitOption.APP, "life", word, text), Map.of(), List.of());
  }

  private static JobDraft own(Path jar, String main) {
    return new JobDraft(
        Map.of(SubmitOption.JAR, jar.toString(), SubmitOption.MAIN, main), Map.of(), List.of());
  }

  @Test
  void aHugeInputIsRefusedUnread() throws IOException {
    final Path huge = folder.resolve("huge.csv");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength((1L << 30) + 1); // sparse
    }
    assertThatThrownBy(() -> JobChecks.check(jacobi(List.of(huge))))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining("huge.csv has 1.00 GiB, and the limit is 1.00 GiB");
  }

  @Test
  void twoInputsOfOneNameAreRefused() throws IOException {
    final Path one = Files.createDirectories(folder.resolve("one")).resolve("a.csv");
    final Path two = Files.createDirectories(folder.resolve("two")).resolve("a.csv");
    Files.writeString(one, "0,0,1\n");
    Files.writeString(two, "0,0,1\n");
    assertThatThrownBy(() -> JobChecks.check(jacobi(List.of(one, two))))
        .hasMessageContaining("two files are named a.csv");
  }

  @Test
  void aFolderIsNoInput() {
    assertThatThrownBy(() -> JobChecks.check(jacobi(List.of(folder))))
        .hasMessageContaining("is not a file");
  }

  private static JobDraft jacobi(List<Path> inputs) {
    return new JobDraft(Map.of(SubmitOption.APP, "jacobi"), Map.of(), inputs);
  }
}
