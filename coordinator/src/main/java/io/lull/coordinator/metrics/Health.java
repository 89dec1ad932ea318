package io.lull.coordinator.metrics;

import io.lull.protocol.text.Durations;
import io.lull.protocol.text.JsonLine;
import java.time.Duration;

/**
 * The health of a coordinator, as reported to a supervisor.
 *
 * @param well whether it is to be left as it is
 * @param state what this member does
 * @param reason a sentence
 */
public record Health(boolean well, String state, String reason) {
  /**
   * A store that answers is asked at least four times a second, by leaders and by those who wait.
   */
  static final Duration STORE_SILENCE = Duration.ofSeconds(5);

  /** The control loop ends a round at least five times a second. */
  static final Duration ROUND_SILENCE = Duration.ofSeconds(5);

  /**
   * Longer than the loop goes on trying to reach a store that does not answer: after that it stops
   * by itself, unless something is wrong that only another start can mend.
   */
  static final Duration STUCK = Duration.ofMinutes(5);

  /**
   * Whether it leads, or stands by and could lead.
   *
   * @param sinceStore how long ago the store last answered
   * @param sinceRound how long ago the control loop last ended a round
   */
  static Health ready(MemberStage stage, Duration sinceStore, Duration sinceRound) {
    return switch (stage) {
      case MemberStage.Starting s ->
          new Health(false, "starting", "it does not know the leader yet");
      case MemberStage.StandingBy s when sinceStore.compareTo(STORE_SILENCE) > 0 ->
          new Health(false, "standing by", "the store has not answered for " + words(sinceStore));
      case MemberStage.StandingBy s -> new Health(true, "standing by", s.leader() + " leads");
      case MemberStage.Leading s when !s.leader().trusted() ->
          new Health(false, "leading", "its lease has expired and cannot be renewed yet");
      case MemberStage.Leading s when sinceRound.compareTo(ROUND_SILENCE) > 0 ->
          new Health(
              false,
              "leading",
              "no decision could be stored for " + words(sinceRound) + ": see its log");
      case MemberStage.Leading s ->
          new Health(true, "leading", "it leads with fence " + s.leader().fence());
    };
  }

  /** With something more to say. */
  Health and(String more) {
    return new Health(well, state, reason + "; " + more);
  }

  /** Whether another start would mend nothing. */
  static Health live(MemberStage stage, Duration sinceRound) {
    return stage instanceof MemberStage.Leading && sinceRound.compareTo(STUCK) > 0
        ? new Health(false, "leading", "the control loop has been stuck for " + words(sinceRound))
        : new Health(true, name(stage), "it runs");
  }

  private static String name(MemberStage stage) {
    return switch (stage) {
      case MemberStage.Starting s -> "starting";
      case MemberStage.StandingBy s -> "standing by";
      case MemberStage.Leading s -> "leading";
    };
  }

  private static String words(Duration duration) {
    return Durations.format(Duration.ofSeconds(duration.toSeconds()));
  }

  /**
   * One line.
   *
   * @param question what {@link #well} answers
   */
  public String json(String question) {
    return new JsonLine().put(question, well).put("state", state).put("reason", reason).toString();
  }
}
