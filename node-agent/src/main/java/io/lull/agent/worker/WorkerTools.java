package io.lull.agent.worker;

import io.lull.agent.file.BlobCache;
import io.lull.agent.network.NetworkBudget;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import java.nio.file.Path;

/**
 * What a worker is started with on this node.
 *
 * @param folder in which each worker gets its own folder
 * @param network of which each worker has a part
 */
public record WorkerTools(
    Path folder,
    WorkerJvm jvm,
    Sandbox sandbox,
    GuestStarter starter,
    BlobCache blobs,
    NetworkBudget network,
    GuestChannels channels) {

  /** For people: how a worker is confined, and kept out of the owner's way. */
  public String isolation() {
    return sandbox.describe() + "; " + starter.priority();
  }
}
