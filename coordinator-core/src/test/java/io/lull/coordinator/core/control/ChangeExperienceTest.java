package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ObservedChange;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What all jobs' changes say of the next one's costs, whoever's they were. */
class ChangeExperienceTest {
  private static final double MILLIS = 40;
  private static final int JOBS = 1_000;

  private static ObservedChange stopped(double millis) {
    return new ObservedChange(0, ObservedChange.First.START, millis, 0, 0);
  }

  private static ChangeExperience honest() {
    final ChangeExperience experience = new ChangeExperience();
    long job = 0;
    for (final String user : List.of("ada", "ben", "eve")) {
      for (int i = 0; i < 4; i++) {
        experience.learn(user, ++job, Collections.nCopies(4, stopped(MILLIS)));
      }
    }
    return experience;
  }

  @Test
  void theNewestChangesOfAllJobsAreBelieved() {
    assertThat(honest().costs().fixed().median()).isCloseTo(MILLIS, within(0.05 * MILLIS));
  }

  @Test
  void nothingSeenIsWhatIsAssumed() {
    final ChangeExperience experience = new ChangeExperience();
    experience.learn("ada", 1, List.of());
    assertThat(experience.costs()).isEqualTo(ChangeCosts.ASSUMED);
  }

  @Test
  void aUserOfAThousandJobsSpeaksForNobodyElse() {
    final ChangeExperience experience = honest();
    for (int i = 0; i < JOBS; i++) {
      experience.learn("liar", 100 + i, Collections.nCopies(16, stopped(1_000 * MILLIS)));
    }
    assertThat(experience.costs().fixed().median()).isCloseTo(MILLIS, within(0.05 * MILLIS));
  }

  @Test
  void newerChangesTakeThePlaceOfOlderOnes() {
    final ChangeExperience experience = honest();
    for (final String user : List.of("ada", "ben", "eve")) {
      experience.learn(user, JOBS, Collections.nCopies(16, stopped(3 * MILLIS)));
    }
    assertThat(experience.costs().fixed().median()).isCloseTo(3 * MILLIS, within(0.15 * MILLIS));
  }
}
