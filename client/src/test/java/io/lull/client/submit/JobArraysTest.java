package io.lull.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobArraysTest {
  private static List<JobPlan> jacobi(String range, String size) {
    return JobArrays.check(
        new JobDraft(
            Map.of(
                SubmitOption.APP,
                "jacobi",
                SubmitOption.ARRAY,
                range,
                SubmitOption.OUTPUT,
                "/results"),
            Map.of("size", size, "iterations", "10"),
            List.of()));
  }

  @Test
  void eachJobHasItsIndexInItsParametersItsNameAndItsFolder() {
    final List<JobPlan> plans = jacobi("3-5", "{index}01");
    assertThat(plans)
        .extracting(plan -> plan.spec().getName())
        .containsExactly("jacobi 3", "jacobi 4", "jacobi 5");
    assertThat(plans.get(1).spec().getParametersList())
        .anySatisfy(parameter -> {
          assertThat(parameter.getName()).isEqualTo("size");
          assertThat(parameter.getValue()).isEqualTo("401");
        });
    assertThat(plans.get(2).output()).isEqualTo(Path.of("/results/5"));
  }

  @Test
  void oneThatIsWrongIsSaidBeforeAnyIsSubmitted() {
    assertThatThrownBy(() -> jacobi("0-3", "{index}01"))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContaining("size");
  }

  @Test
  void whatIsNoArrayIsRefusedInOneLine() {
    refused("5-3", "101{index}", "--array: 5-3 ends before it begins: write 3-5");
    refused("3", "101{index}", "--array: '3' must be FIRST-LAST, such as 0-9");
    refused("0-500", "101{index}", "--array: at most 500 jobs");
    refused("0-9", "101", "--array: all jobs would be the same");
    assertThatThrownBy(() ->
            JobArrays.check(
                new JobDraft(
                    Map.of(SubmitOption.COMMAND, "true", SubmitOption.ARRAY, "0-9"),
                    Map.of(),
                    List.of())))
        .hasMessageContaining("use --tasks N instead");
    assertThatThrownBy(() ->
            JobChecks.check(
                new JobDraft(
                    Map.of(SubmitOption.APP, "life", SubmitOption.ARRAY, "0-9"),
                    Map.of(),
                    List.of())))
        .as("where one job is wanted")
        .hasMessageContaining("--array works only");
  }

  private static void refused(String range, String size, String line) {
    assertThatThrownBy(() -> jacobi(range, size))
        .isInstanceOf(ClientFailure.class)
        .hasMessageStartingWith(line);
  }

  @Test
  void withoutAnArrayThereIsOneJob() {
    assertThat(JobArrays.check(new JobDraft(Map.of(SubmitOption.APP, "life"), Map.of(), List.of())))
        .singleElement()
        .extracting(plan -> plan.spec().getName())
        .isEqualTo("life");
  }
}
