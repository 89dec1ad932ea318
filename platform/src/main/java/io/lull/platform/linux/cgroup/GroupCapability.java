package io.lull.platform.linux.cgroup;

/** What control groups can do here; the words are part of a sentence. */
enum GroupCapability {
  STOP("stopped and ended as one"),
  IDLE("runs only on what nobody else uses"),
  SHARE("capped processor time"),
  MEMORY("capped memory"),
  PROCESSES("capped number of processes"),
  USE("its processor time counted"),
  DISK("its disk use counted");

  private final String words;

  GroupCapability(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
