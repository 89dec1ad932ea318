package io.lull.platform.machine;

/**
 * Cheap enough for a call every ten seconds. Tells that a device is open, never what it records.
 */
public interface MediaUse {
  InUse inUse();

  record InUse(boolean microphone, boolean camera) {
    public static final InUse NONE = new InUse(false, false);
  }
}
