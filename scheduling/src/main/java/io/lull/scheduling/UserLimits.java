package io.lull.scheduling;

import java.util.Map;

/**
 * What users may have at a time.
 *
 * @param everybody who has no limit of their own
 * @param own by user
 */
public record UserLimits(UserLimit everybody, Map<String, UserLimit> own) {
  public static final UserLimits NONE = new UserLimits(UserLimit.NONE, Map.of());

  public UserLimits {
    own = Map.copyOf(own);
  }

  public UserLimit of(String user) {
    return own.getOrDefault(user, everybody);
  }

  /** A clause for a user who can have no more nodes. */
  String nodesClause(String user) {
    return clause(user, new UserLimit(of(user).nodes(), 0));
  }

  /** A clause for a user of whom no more jobs can run. */
  String jobsClause(String user) {
    return clause(user, new UserLimit(0, of(user).jobs()));
  }

  private static String clause(String user, UserLimit limit) {
    return user + " may have at most " + limit.words() + " at a time";
  }
}
