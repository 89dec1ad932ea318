package io.lull.agent.core.planted;

import java.util.concurrent.locks.ReentrantLock;

/** Waits for other threads. */
public final class PlantedLock {
  private final ReentrantLock lock = new ReentrantLock();
  private volatile int count;

  public synchronized int next() {
    lock.lock();
    try {
      return ++count;
    } finally {
      lock.unlock();
    }
  }
}
