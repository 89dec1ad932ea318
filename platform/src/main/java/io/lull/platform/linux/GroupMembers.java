package io.lull.platform.linux;

import io.lull.platform.linux.cgroup.GuestGroup;
import java.util.List;

/** The processes in the guest's control group, which none can leave. */
record GroupMembers(ProcFiles proc, GuestGroup group) implements GuestMembers {
  @Override
  public List<ProcStat> all() {
    return group.members().stream().flatMap(pid -> proc.stat(pid).stream()).toList();
  }

  @Override
  public List<ProcStat> quick() {
    return all();
  }
}
