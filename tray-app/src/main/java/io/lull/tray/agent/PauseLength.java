package io.lull.tray.agent;

import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerRequest;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;

/** The lengths of a pause, as the window and the icon's menu offer them. */
public enum PauseLength {
  QUARTER_HOUR("quarter-hour"),
  HOUR("hour"),
  /** Until the next morning. */
  TOMORROW("tomorrow"),
  /** Until it is resumed. */
  FOR_GOOD("for-good"),
  /** Once the present job has ended, until it is resumed. */
  AFTER_JOB("after-job");

  private static final LocalTime MORNING = LocalTime.of(8, 0);

  private final String key;

  PauseLength(String key) {
    this.key = key;
  }

  /** The choices. */
  public static List<PauseLength> offered(boolean guest) {
    return Stream.of(values()).filter(length -> guest || length != AFTER_JOB).toList();
  }

  /** Its key in the texts of this computer's page. */
  public String key() {
    return "pause." + key;
  }

  /** The request to the agent. */
  public OwnerRequest from(ZonedDateTime now) {
    final Duration length =
        switch (this) {
          case QUARTER_HOUR -> Duration.ofMinutes(15);
          case HOUR -> Duration.ofHours(1);
          case TOMORROW ->
              Duration.between(
                  now, now.toLocalDate().plusDays(1).atTime(MORNING).atZone(now.getZone()));
          case FOR_GOOD, AFTER_JOB -> Duration.ZERO;
        };
    return OwnerRequest.newBuilder()
        .setPause(
            OwnerPause.newBuilder().setMillis(length.toMillis()).setAfterGuests(this == AFTER_JOB))
        .build();
  }
}
