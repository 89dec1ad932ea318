package io.lull.platform.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.protocol.time.SystemClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledOnOs(OS.LINUX)
class ControlGroupsTest {
  private static final AgentName AGENT = new AgentName("1", 2, 3);
  private static final GuestLimits LIMITS = new GuestLimits(1, 1000);
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir Path mount;

  private ControlGroups probe(GroupFiles kernel, Hierarchy... hierarchies) {
    return new ControlGroups(
        GroupPlaces.probe(List.of(hierarchies), kernel, AGENT),
        kernel,
        AGENT,
        SystemClock.INSTANCE);
  }

  private Hierarchy unified(Path own) {
    return new Hierarchy(mount, true, Set.of(), own);
  }

  private static String text(Path folder, String file) throws Exception {
    return Files.readString(folder.resolve(file));
  }

  @Test
  void aSystemWithVersionTwoAloneGivesEveryPower() throws Exception {
    final KernelOnPaper kernel = KernelOnPaper.unified(mount, "cpuset cpu io memory pids");
    final ControlGroups groups = probe(kernel, unified(mount));
    assertThat(kernel.left()).isEmpty();
    assertThat(GroupCapability.values()).allMatch(groups::can);

    final GuestGroup group = groups.make(LIMITS).orElseThrow();
    final Path agent = mount.resolve(AGENT.toString());
    final Path guest = agent.resolve("guest-1");
    assertThat(group.doors()).containsExactly(guest.resolve("cgroup.procs"));
    assertThat(text(guest, "memory.max")).isEqualTo("1250");
    assertThat(text(guest, "memory.high")).isEqualTo("1125");
    assertThat(text(guest, "memory.oom.group")).isEqualTo("1");
    assertThat(text(guest, "pids.max")).isEqualTo("2048");
    assertThat(text(guest, "cpu.max")).isEqualTo("20000 20000");
    assertThat(text(agent, "cpu.idle")).isEqualTo("0");
    group.settle();
    assertThat(text(agent, "cpu.idle")).isEqualTo("1");
    group.hold(0.25);
    assertThat(text(guest, "cpu.max")).startsWith("4000 20000");
    group.hasten();
    assertThat(text(agent, "cpu.idle")).isEqualTo("1");
    assertThat(group.freeze()).isTrue();
    assertThat(text(guest, "cgroup.freeze")).isEqualTo("1");
    group.thaw();
    assertThat(text(guest, "cgroup.freeze")).isEqualTo("0");

    groups.started(new GuestId(1, 1, "b"), group);
    assertThat(groups.usedMicros()).hasValue(7);
    assertThat(groups.diskBytes()).hasValue(15);
    assertThat(group.kill(SOON)).isTrue();
    assertThat(kernel.left()).isEmpty();
    assertThat(groups.usedMicros()).hasValue(7);
    assertThat(groups.diskBytes()).hasValue(15);
  }

  @ParameterizedTest
  @CsvSource({"oom_kill 1, true", "oom_kill 0, false", "oom 1, false"})
  void aGuestThatTheKernelEndedForItsMemoryIsKnown(String event, boolean ended) throws Exception {
    final KernelOnPaper kernel = KernelOnPaper.unified(mount, "memory");
    final GuestGroup group = probe(kernel, unified(mount)).make(LIMITS).orElseThrow();
    Files.writeString(
        mount.resolve(AGENT + "/guest-1/memory.events"), "low 0\nhigh 3\n" + event + "\n");
    assertThat(group.kill(SOON)).isTrue();
    assertThat(group.tookTooMuchMemory()).isEqualTo(ended);
  }

  @Test
  void theInstalledSliceIsUsedAndStays() throws Exception {
    final KernelOnPaper kernel = KernelOnPaper.unified(mount, "cpu memory");
    kernel.make(mount.resolve("lull.slice"));
    Files.writeString(mount.resolve("lull.slice/cgroup.controllers"), "cpu memory");
    Files.writeString(mount.resolve("lull.slice/cpu.idle"), "0");
    final ControlGroups groups = probe(kernel, unified(mount.resolve("system.slice/agent")));
    final GuestGroup group = groups.make(LIMITS).orElseThrow();
    group.settle();
    assertThat(group.doors().getFirst()).startsWith(mount.resolve("lull.slice/" + AGENT));
    assertThat(text(mount.resolve("lull.slice"), "cpu.idle")).isEqualTo("1");
    assertThat(group.kill(SOON)).isTrue();
    assertThat(kernel.left()).containsExactly(mount.resolve("lull.slice"));
  }

  @Test
  void aServiceMakesItsGroupsInTheOneThatItWasGiven() throws Exception {
    final KernelOnPaper kernel = KernelOnPaper.unified(mount, "cpu memory pids io");
    final Path service = mount.resolve("lull.slice/lull-agent.service");
    kernel.make(mount.resolve("lull.slice"));
    kernel.make(service);
    kernel.make(service.resolve("agent"));
    Files.writeString(service.resolve("cgroup.controllers"), "cpu memory pids io");
    final GroupFiles asItsUser = kernel.refusing(mount, mount.resolve("lull.slice"));
    final ControlGroups groups = probe(asItsUser, unified(service.resolve("agent")));
    final GuestGroup group = groups.make(LIMITS).orElseThrow();
    group.settle();
    assertThat(group.doors().getFirst()).startsWith(service.resolve(AGENT.toString()));
    assertThat(groups.idles()).isTrue();
    assertThat(text(service.resolve(AGENT.toString()), "cpu.idle")).isEqualTo("1");
    assertThat(group.kill(SOON)).isTrue();
    assertThat(service.resolve(AGENT.toString())).doesNotExist();
  }

  @Test
  void withoutControllersAGuestIsStillStoppedCountedAndEnded() throws Exception {
    final ControlGroups groups = probe(KernelOnPaper.unified(mount, ""), unified(mount));
    assertThat(GroupCapability.values())
        .filteredOn(groups::can)
        .containsExactlyInAnyOrder(GroupCapability.STOP, GroupCapability.USE);
    assertThat(groups.words())
        .isEqualTo("control groups (stopped and ended as one, its processor time counted)");
  }

  @Test
  void aKernelWithoutTheIdlePolicyGetsTheLeastWeight() throws Exception {
    final KernelOnPaper kernel =
        KernelOnPaper.old(
            mount, Map.of("cpu.shares", "1024", "cpu.cfs_period_us", "", "cpu.cfs_quota_us", ""));
    final ControlGroups groups = probe(kernel, new Hierarchy(mount, false, Set.of("cpu"), mount));
    final GuestGroup group = groups.make(new GuestLimits(4096, 0)).orElseThrow();
    group.settle();
    assertThat(text(mount.resolve(AGENT.toString()), "cpu.shares")).isEqualTo("2");
    final Path guest = mount.resolve(AGENT + "/guest-1");
    assertThat(text(guest, "cpu.cfs_period_us")).isEqualTo("20000");
    assertThat(text(guest, "cpu.cfs_quota_us")).startsWith("-1");
    assertThat(groups.stops()).isFalse();
    assertThat(group.kill(SOON)).isTrue();
    assertThat(kernel.left()).isEmpty();
  }

  @Test
  void aHierarchyInWhichTheAgentIsBoundedIsLeftAlone() {
    final KernelOnPaper kernel = KernelOnPaper.old(mount, Map.of("memory.limit_in_bytes", "-1"));
    final ControlGroups groups =
        probe(kernel, new Hierarchy(mount, false, Set.of("memory"), mount.resolve("bounded")));
    assertThat(groups.can(GroupCapability.MEMORY)).isFalse();
    assertThat(groups.words()).isEqualTo("no control groups");
  }

  @Test
  void groupsOfAnAgentThatIsNoMoreAreSweptAndOthersAreNot() throws Exception {
    final KernelOnPaper kernel = KernelOnPaper.unified(mount, "");
    final ControlGroups groups = probe(kernel, unified(mount));
    final long self = ProcessHandle.current().pid();
    final AgentName living = AgentName.self(kernel);
    final Path dead = mount.resolve(new AgentName("1", self, 1).toString());
    final Path elsewhere = mount.resolve(new AgentName("9", self, 1).toString());
    final Path alive = mount.resolve(new AgentName("1", self, living.startTicks()).toString());
    for (final Path agent : List.of(dead, elsewhere, alive)) {
      kernel.make(agent);
      kernel.make(agent.resolve("guest-1"));
    }
    assertThat(groups.sweep(SOON)).isTrue();
    assertThat(kernel.left()).containsExactlyInAnyOrder(elsewhere, alive);
  }

  @Test
  void findsTheHierarchiesAndThisProcessInThem() {
    final String mounts =
        """
        31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
        32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct
        34 31 0:31 /docker/x /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory
        35 31 0:32 /other /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids
        36 31 0:33 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
        """;
    final String membership = "4:pids:/\n3:memory:/docker/x\n2:cpu,cpuacct:/\n0::/a.slice/b\n";
    assertThat(Hierarchy.parse(mounts, membership))
        .extracting(h -> h.mount().getFileName().toString(), Hierarchy::unified, Hierarchy::atTop)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("cpu", false, true),
            org.assertj.core.groups.Tuple.tuple("memory", false, true),
            org.assertj.core.groups.Tuple.tuple("unified", true, false));
  }

  @Test
  void addsUpWhatWasReadAndWritten() {
    assertThat(DiskBytes.inUnified("8:0 rbytes=10 wbytes=5 rios=1\n8:16 rbytes=1 wbytes=0\n"))
        .isEqualTo(16);
    assertThat(DiskBytes.inOld("8:0 Read 10\n8:0 Write 5\n8:0 Total 15\nTotal 15\n")).isEqualTo(15);
  }
}
