package io.lull.tray.screen;

import io.lull.tray.capacity.CapacityAnswer;
import io.lull.tray.capacity.CapacityFindings;
import io.lull.tray.capacity.CapacityQuestion;
import io.lull.tray.capacity.CapacityStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Answers at once, or when the test wants. */
public final class SampleStudy implements CapacityStudy {
  public final List<CapacityQuestion> asked = new ArrayList<>();
  public boolean installed = true;

  /** The answer to all questions. */
  public CompletableFuture<CapacityFindings> later = CompletableFuture.completedFuture(findings(2));

  private Consumer<Step> begun = _ -> {};

  /** Of so many changes, and of all of them together if there are several. */
  public static CapacityFindings findings(int changes) {
    final List<CapacityAnswer> answers = new ArrayList<>();
    answers.add(new CapacityAnswer(184, 41_220.4, 1_204, 3, 1.44, 312));
    answers.add(new CapacityAnswer(284, 63_840.1, 1_204, 1, 1.12, 48));
    if (changes > 1) {
      answers.add(new CapacityAnswer(184, 38_907.8, 1_204, 4, 1.53, 366));
      answers.add(new CapacityAnswer(284, 60_112.2, 1_204, 1, 1.16, 55));
    }
    return new CapacityFindings(answers, "<!doctype html>", "change,nodes\n");
  }

  @Override
  public boolean isInstalled() {
    return installed;
  }

  @Override
  public CompletableFuture<CapacityFindings> ask(CapacityQuestion question, Consumer<Step> steps) {
    asked.add(question);
    begun = steps;
    steps.accept(Step.HISTORY);
    return later;
  }

  /** The next step begins. */
  public void step(Step step) {
    begun.accept(step);
  }
}
