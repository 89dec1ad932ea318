package io.lull.coordinator.control;

import io.lull.coordinator.core.control.Announcements;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.notice.WebhookSender;
import io.lull.protocol.records.NoticeRecord;
import java.util.function.Consumer;

/**
 * Listeners to what a round has made durable.
 *
 * @param watches hear of each job that changed; must not block
 * @param sender sends notices to those who asked for them
 */
public record RoundListeners(Consumer<Job> watches, WebhookSender sender) implements Announcements {
  @Override
  public void changed(Job job) {
    watches.accept(job);
  }

  @Override
  public void stored(NoticeRecord notice) {
    sender.take(notice);
  }

  @Override
  public boolean hasRoom() {
    return sender.hasRoom();
  }
}
