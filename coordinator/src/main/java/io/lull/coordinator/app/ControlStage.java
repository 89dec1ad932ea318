package io.lull.coordinator.app;

import io.lull.coordinator.api.JobWatches;
import io.lull.coordinator.control.ControlLoop;
import io.lull.coordinator.control.RoundListeners;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.RetentionCommands;
import io.lull.coordinator.core.control.ZonedNodeHistory;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.enrolment.DataPlanes;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.notice.WebhookSender;
import io.lull.coordinator.retention.RetentionSweep;
import io.lull.protocol.time.Clock;
import java.security.SecureRandom;
import java.time.ZoneId;

/** Third stage: the control loop and what runs beside it. */
record ControlStage(ControlLoop loop, JobWatches watches, DataPlanes planes, RetentionSweep sweep) {

  static ControlStage open(
      StorageStage storage,
      LeadingStage leading,
      CoordinatorOptions options,
      CoordinatorMetrics metrics,
      Clock clock,
      SecureRandom random,
      OpenParts parts) {
    final JobWatches watches = new JobWatches();
    final WebhookSender sender =
        parts.keep(
            new WebhookSender(
                new NoticeStore(leading.records()),
                options.traffic().webhooks(),
                leading.lease(),
                clock,
                random));
    final DataPlanes planes =
        new DataPlanes(leading.enrolment().authority(), options.traffic().encrypted(), random);
    final ControlLoop loop =
        new ControlLoop(
            leading.records(),
            new ZonedNodeHistory(storage.database(), ZoneId.systemDefault()),
            new GridTerms(options.times().terms(), planes),
            clock,
            leading.lease(),
            metrics.control(),
            new RoundListeners(watches::changed, sender));
    loop.start();
    parts.keep(loop);
    sender.start();
    final RetentionSweep sweep =
        parts.keep(
            RetentionSweep.start(
                options.keeping().terms(),
                new RetentionCommands(loop),
                leading.files(),
                storage.database().past(),
                clock));
    return new ControlStage(loop, watches, planes, sweep);
  }
}
