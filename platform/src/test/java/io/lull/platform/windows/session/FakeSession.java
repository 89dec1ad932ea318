package io.lull.platform.windows.session;

import io.lull.platform.source.IdleReading.Pointer;
import io.lull.platform.windows.system.WindowsError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Windows session that a test operates. */
final class FakeSession implements SessionInput, SessionTable, MessageWindow.Opener {
  final BlockingQueue<MessageWindow.Message> messages = new LinkedBlockingQueue<>();
  final BlockingQueue<Boolean> mouseHeard = new LinkedBlockingQueue<>();
  volatile List<Row> rows = List.of();
  volatile int own = 2;
  volatile boolean locked;
  volatile boolean blind;
  volatile boolean deaf;
  volatile boolean button;
  volatile boolean keptOn;
  volatile boolean shadowed;
  volatile Attention attention = Attention.USUAL;
  volatile @Nullable Pointer pointer = new Pointer(100, 100);
  volatile int inputTick = 1_000;
  volatile Set<MessageWindow.Wish> wishes = Set.of();

  /** A count that follows the machine's clock: what it says goes through the real arithmetic. */
  private final long startNanos = System.nanoTime();

  @Override
  public int tickCount() {
    return (int) ((System.nanoTime() - startNanos) / 1_000_000) + 3_600_000;
  }

  void use() {
    inputTick = tickCount();
  }

  @Override
  public int lastInputTick() {
    if (blind) {
      throw new WindowsError("GetLastInputInfo failed with error 5: denied");
    }
    return inputTick;
  }

  @Override
  public @Nullable Pointer pointer() {
    return pointer;
  }

  @Override
  public boolean mouseButton() {
    return button;
  }

  @Override
  public boolean screenKeptOn() {
    return keptOn;
  }

  @Override
  public Attention attention() {
    return attention;
  }

  @Override
  public boolean shadowed() {
    return shadowed;
  }

  @Override
  public int own() {
    return own;
  }

  @Override
  public List<Row> rows() {
    if (blind) {
      throw new WindowsError("WTSEnumerateSessions failed with error 1722: no server");
    }
    return rows;
  }

  @Override
  public boolean locked(int id) {
    return locked;
  }

  @Override
  public MessageWindow open(Set<MessageWindow.Wish> wanted) {
    if (deaf) {
      throw new WindowsError("RegisterClassEx failed with error 8: no memory");
    }
    wishes = wanted;
    return new MessageWindow() {
      @Override
      public List<Message> await(Duration atMost) {
        try {
          final Message first = messages.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
          if (first == null) {
            return List.of();
          }
          final List<Message> all = new ArrayList<>(List.of(first));
          messages.drainTo(all);
          return all;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return List.of();
        }
      }

      @Override
      public void hearMouse(boolean hear) {
        mouseHeard.add(hear);
      }

      @Override
      public void close() {
        wishes = Set.of();
      }
    };
  }
}
