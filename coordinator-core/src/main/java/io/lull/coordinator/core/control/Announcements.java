package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.protocol.records.NoticeRecord;

/** Receives what a round has made durable, for those who wait for it. No method blocks. */
public interface Announcements {
  /** Nobody waits for news, and no notice is sent. */
  Announcements NONE =
      new Announcements() {
        @Override
        public void changed(Job job) {}

        @Override
        public void stored(NoticeRecord notice) {}

        @Override
        public boolean hasRoom() {
          return true;
        }
      };

  void changed(Job job);

  /** A notice that is stored and may be sent from now on. */
  void stored(NoticeRecord notice);

  /** Whether one more notice can wait to be sent. */
  boolean hasRoom();
}
