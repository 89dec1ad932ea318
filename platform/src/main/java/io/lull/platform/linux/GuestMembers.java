package io.lull.platform.linux;

import java.util.List;

/** Which processes belong to a guest. Not safe for several threads. */
interface GuestMembers {
  /** Every one, whatever it takes to find it. */
  List<ProcStat> all();

  /** Those that are found at once. */
  List<ProcStat> quick();
}
