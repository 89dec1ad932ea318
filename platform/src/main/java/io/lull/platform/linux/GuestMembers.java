package io.lull.platform.linux;

import java.util.List;

/** Finds the processes of a guest. Not safe for several threads. */
interface GuestMembers {
  /** All processes, whatever the search costs. */
  List<ProcStat> all();

  /** The processes that can be found quickly. */
  List<ProcStat> quick();
}
