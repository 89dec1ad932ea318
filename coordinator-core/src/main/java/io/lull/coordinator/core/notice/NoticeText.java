package io.lull.coordinator.core.notice;

import com.google.protobuf.ByteString;
import io.lull.protocol.records.NoticeRecord;
import io.lull.protocol.text.JsonLine;
import io.lull.protocol.wire.JobView;
import java.time.Instant;

/** The text that a web hook receives; docs/operations.md tells what is in it. */
final class NoticeText {
  private static final int VERSION = 1;
  private static final int LONGEST_REASON = 1_000;

  private NoticeText() {}

  static NoticeRecord of(JobView job, String event, String url, long nowMillis) {
    final String id = id(job, event, nowMillis);
    final JsonLine text =
        new JsonLine()
            .put("version", VERSION)
            .put("id", id)
            .put("event", event)
            .put("at", Instant.ofEpochMilli(nowMillis).toString())
            .put("job", job.getId())
            .put("name", job.getName())
            .put("user", job.getUser())
            .put("state", job.getState())
            .put("reason", cut(job.getReason()));
    time(text, "submittedAt", job.getSubmittedAt());
    time(text, "startedAt", job.getStartedAt());
    time(text, "finishedAt", job.getFinishedAt());
    return NoticeRecord.newBuilder()
        .setId(id)
        .setJob(job.getId())
        .setEvent(event)
        .setAt(nowMillis)
        .setUrl(url)
        .setBody(ByteString.copyFromUtf8(text.toString()))
        .build();
  }

  /** Jobs of different grids have the same names, and were hardly submitted at the same moment. */
  private static String id(JobView job, String event, long nowMillis) {
    return job.getId()
        + "-"
        + Long.toString(job.getSubmittedAt(), Character.MAX_RADIX)
        + "-"
        + event
        + "-"
        + Long.toString(nowMillis, Character.MAX_RADIX);
  }

  private static void time(JsonLine text, String name, long millis) {
    if (millis > 0) {
      text.put(name, Instant.ofEpochMilli(millis).toString());
    }
  }

  private static String cut(String reason) {
    return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
  }
}
