package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.TaskVotes.Verdict;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskVotesTest {
  private static final int TASK = 7;

  /** One letter for each result, of nodes n1, n2, ... */
  private static TaskVotes votes(String results) {
    TaskVotes votes = TaskVotes.NONE;
    for (int i = 0; i < results.length(); i++) {
      votes =
          votes.with(
              TASK,
              new TaskVotes.Vote(
                  "n" + (i + 1), ByteString.copyFromUtf8(results.substring(i, i + 1))));
    }
    return votes;
  }

  @ParameterizedTest
  @CsvSource({
    "2, a, open",
    "2, aa, agreed",
    "2, ab, open",
    "2, aba, agreed",
    "2, abb, agreed",
    "2, abc, open",
    "2, abca, open",
    "2, abcaa, agreed",
    "2, abcab, hopeless",
    "2, abcde, hopeless",
    "3, aa, open",
    "3, aaa, agreed",
    "3, aba, agreed",
    "3, abc, open",
    "3, abcc, open",
    "3, abccc, agreed",
    "4, aabb, open",
    "4, aabbb, agreed",
    "5, ababa, agreed",
  })
  void mostNodesDecide(int replicas, String results, String verdict) {
    assertThat(
            switch (votes(results).verdict(TASK, replicas)) {
              case Verdict.Open _ -> "open";
              case Verdict.Agreed _ -> "agreed";
              case Verdict.Hopeless _ -> "hopeless";
            })
        .isEqualTo(verdict);
  }

  @Test
  void thoseWhoDifferAreNamed() {
    assertThat(votes("aba").verdict(TASK, 2)).isEqualTo(new Verdict.Agreed(Set.of("n2")));
    assertThat(votes("abcde").verdict(TASK, 2))
        .isEqualTo(new Verdict.Hopeless("its results differ: n1, n2, n3, n4, n5 do not agree"));
  }

  @Test
  void whatIsDecidedIsForgottenButForWhoDiffered() {
    final TaskVotes votes = votes("aba").decided(TASK, Set.of("n2"));
    assertThat(votes.open()).isEmpty();
    assertThat(votes.has(TASK, "n1")).isFalse();
    assertThat(votes.decided(8, Set.of("n2", "n3")).liars()).isEqualTo(Map.of("n2", 2, "n3", 1));
  }
}
