package io.lull.reconfig.network;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Makes a worker's connections to its peers, and theirs to it. Any thread. */
public sealed interface WorkerNetwork permits HostNetwork, AgentNetwork {
  /** So many peers may have called and not have been answered. */
  int BACKLOG = 128;

  /** The address that peers reach this worker at. */
  String host();

  /**
   * Where peers call, at a port that the system chooses.
   *
   * @throws IOException when there is none to be had
   */
  Listener listen() throws IOException;

  /** Begins to call a peer; the caller closes what it gets. */
  Call call();

  /** For workers in this process, which have no peers elsewhere. */
  WorkerNetwork withinProcess();

  /**
   * Where peers call.
   *
   * @param channel that blocks; its own address need not be the one that peers know
   * @param port that peers know
   */
  record Listener(ServerSocketChannel channel, int port) {}

  /** One call to a peer: one thread makes it, and any thread may close it, which breaks it off. */
  interface Call extends Closeable {
    /**
     * Connects, once.
     *
     * @param host a name or an address
     * @param atMost after which it fails
     * @return a channel that blocks; it lives until this is closed
     * @throws IOException when the peer cannot be reached, or may not be
     */
    SocketChannel connect(String host, int port, Duration atMost) throws IOException;
  }
}
