package io.lull.coordinator.dispatch;

import io.lull.scheduling.SharingTerms;
import java.util.Map;

/**
 * What sharing goes by beside nodes and jobs.
 *
 * @param usageNodeSeconds what each user has had lately
 */
public record Sharing(SharingTerms terms, Map<String, Double> usageNodeSeconds) {
  public static final Sharing EVEN = new Sharing(SharingTerms.DEFAULT, Map.of());

  public Sharing {
    usageNodeSeconds = Map.copyOf(usageNodeSeconds);
  }
}
