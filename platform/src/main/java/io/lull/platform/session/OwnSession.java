package io.lull.platform.session;

import io.lull.platform.input.InputSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The session that this process runs in, where the system has one session for each process. */
public record OwnSession(
    String id,
    String kind,
    String display,
    Supplier<List<InputSource>> open,
    BooleanSupplier hasEnded)
    implements WatchedSession {

  @Override
  public List<InputSource> sources() {
    return open.get();
  }

  @Override
  public boolean over() {
    return hasEnded.getAsBoolean();
  }
}
