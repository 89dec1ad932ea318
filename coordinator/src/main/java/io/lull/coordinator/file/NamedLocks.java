package io.lull.coordinator.file;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/** Locks by name: what is kept and what is dropped under one name takes turns. */
final class NamedLocks {
  private static final int COUNT = 64;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  /** What is done while nobody else does anything under the same name. */
  interface Work {
    void run() throws IOException;
  }

  NamedLocks() {
    for (int i = 0; i < COUNT; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  void alone(String name, Work work) throws IOException {
    final ReentrantLock lock = locks[Math.floorMod(name.hashCode(), COUNT)];
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
}
