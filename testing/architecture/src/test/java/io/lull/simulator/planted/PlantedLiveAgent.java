package io.lull.simulator.planted;

import io.lull.agent.session.CoordinatorLink;
import java.util.concurrent.Executor;

/** A simulator that runs an agent's threads and connections instead of its decisions. */
public final class PlantedLiveAgent {
  private final CoordinatorLink link;

  public PlantedLiveAgent(CoordinatorLink link, Executor threads) {
    this.link = link;
    threads.execute(link::redial);
  }

  public boolean connected() {
    return link.connected();
  }
}
