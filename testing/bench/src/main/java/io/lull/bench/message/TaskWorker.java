package io.lull.bench.message;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.comm.Channel;
import io.lull.reconfig.comm.ChannelHandler;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.task.ObjectCodec;
import io.lull.reconfig.message.task.TaskCodec;
import io.lull.reconfig.message.task.TaskHost;
import io.lull.reconfig.message.task.TaskMembers;
import io.lull.reconfig.network.HostNetwork;
import io.lull.reconfig.state.UnitTransfers;
import io.lull.reconfig.transfer.PairTransfers;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/** A worker of tasks without an agent: its tasks, its connections to others, and its transfers. */
public final class TaskWorker implements AutoCloseable {
  /** Where another worker is reached; of one that calls itself, nothing is known. */
  public record Address(String host, int port) {
    public static final Address CALLS_ITSELF = new Address("", 0);
  }

  private static final long EPOCH = 1;
  private static final long PATIENCE_SECONDS = 60;

  private final String name;
  private final int tasks;
  private final PairTransfers transfers;
  private final TaskHost host;
  private final Links links;

  /** Read: a frame is taken. Written: this worker hears nothing. */
  private final ReadWriteLock hearing = new ReentrantReadWriteLock();

  /**
   * @param around what moves tasks, and counts that, for example
   * @param changed called when its tasks have all ended, or one has failed
   * @param lost takes what is said of a connection that ended
   */
  public TaskWorker(
      String name,
      int tasks,
      PeerSecurity security,
      List<Class<?>> registered,
      UnaryOperator<UnitTransfers> around,
      Runnable changed,
      Consumer<String> lost)
      throws IOException {
    this.name = name;
    this.tasks = tasks;
    transfers = new PairTransfers(name);
    host =
        new TaskHost(
            tasks,
            new TaskCodec(new ObjectCodec(registered)),
            around.apply(transfers),
            SystemClock.INSTANCE,
            changed);
    final ChannelHandlers handlers = new ChannelHandlers().handle(Channel.UNITS, transfers);
    host.register(handlers);
    host.balance();
    final ChannelHandler gate =
        (from, frame) -> {
          hearing.readLock().lock();
          try {
            handlers.accept(from, frame);
          } finally {
            hearing.readLock().unlock();
          }
        };
    links =
        new Links(
            name,
            HostNetwork.loopback(),
            security,
            gate,
            (_, _) -> {},
            (peer, _, why) -> lost.accept(name + " lost " + peer + ": " + why),
            SystemClock.INSTANCE);
  }

  public String name() {
    return name;
  }

  public TaskHost host() {
    return host;
  }

  /** All connections of this worker together carry no more from now on. */
  void allow(long bytesPerSecond) {
    links.allow(bytesPerSecond);
  }

  /** This worker hears nothing for a while. */
  void freeze(Duration time) {
    hearing.writeLock().lock();
    try {
      LockSupport.parkNanos(time.toNanos());
    } finally {
      hearing.writeLock().unlock();
    }
  }

  /** Where others reach it. */
  public Address address() {
    return new Address(links.host(), links.port());
  }

  /**
   * Begins with the tasks that are to be here.
   *
   * @param others where they are reached; those whose names come after this one's are called
   * @param places of all tasks
   * @param first makes a task by its id
   */
  public void enter(
      Map<String, Address> others, Map<Long, String> places, LongFunction<? extends Task> first)
      throws IOException, InterruptedException {
    final Map<String, Link> peers = new HashMap<>();
    final WaitLimit patience =
        WaitLimit.until(SystemClock.INSTANCE.nanos() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
    for (final Map.Entry<String, Address> other : others.entrySet()) {
      peers.put(
          other.getKey(),
          links.to(
              other.getKey(), other.getValue().host(), other.getValue().port(), EPOCH, patience));
    }
    for (long task = 0; task < tasks; task++) {
      if (name.equals(places.get(task))) {
        host.begin(task, first.apply(task));
      }
    }
    transfers.enter(EPOCH, peers);
    host.enter(new TaskMembers(name, peers, 1, EPOCH), places, EPOCH);
  }

  Set<Long> tasksHere() {
    return host.ids();
  }

  @Override
  public void close() {
    host.close();
    transfers.leave();
    links.close();
    transfers.close();
  }
}
