package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.protocol.records.NoticeRecord;

/** Receives what a round has made durable, for those who wait for it. No method blocks. */
public interface Announcements {
  void changed(Job job);

  /** A notice that is stored and may be sent from now on. */
  void stored(NoticeRecord notice);

  /** Whether one more notice can wait to be sent. */
  boolean hasRoom();
}
