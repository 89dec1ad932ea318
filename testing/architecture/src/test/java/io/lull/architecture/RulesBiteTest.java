package io.lull.architecture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.lull.agent.core.planted.PlantedLock;
import io.lull.agent.core.planted.PlantedStream;
import io.lull.agent.planted.PlantedForeignMemory;
import io.lull.agent.planted.PlantedHelper;
import io.lull.agent.planted.PlantedNativeAccess;
import io.lull.agent.planted.PlantedToolkit;
import io.lull.coordinator.core.planted.PlantedThread;
import io.lull.coordinator.planted.PlantedAgentImport;
import io.lull.coordinator.planted.PlantedHandler;
import io.lull.coordinator.planted.PlantedHazelcast;
import io.lull.platform.linux.planted.PlantedNeighbour;
import io.lull.platform.windows.planted.PlantedWindow;
import io.lull.reconfig.bag.planted.PlantedBag;
import io.lull.reconfig.comm.planted.PlantedLink;
import io.lull.reconfig.stranger.planted.PlantedStranger;
import io.lull.reconfig.transfer.planted.PlantedTransfer;
import io.lull.reconfig.worker.planted.PlantedWorker;
import io.lull.scheduling.planted.PlantedClock;
import io.lull.scheduling.planted.PlantedEast;
import io.lull.scheduling.planted.PlantedNorth;
import io.lull.scheduling.planted.PlantedSouth;
import io.lull.scheduling.planted.PlantedWest;
import io.lull.simulator.planted.PlantedLiveAgent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Classes planted in the modules' packages break the rules, and the rules notice. */
class RulesBiteTest {

  @Test
  void schedulingThatReadsAClockIsFound() {
    assertBites(Rules.SCHEDULING_IS_PURE, "System.nanoTime()", PlantedClock.class);
    assertBites(Rules.SCHEDULING_IS_PURE, "java.util.Random", PlantedClock.class);
    assertBites(Rules.TIME_AND_CHANCE_COME_IN, "System.nanoTime()", PlantedClock.class);
  }

  @Test
  void aClockReadThroughAMethodReferenceIsFound() {
    assertBites(Rules.TIME_AND_CHANCE_COME_IN, "System.currentTimeMillis()", PlantedClock.class);
  }

  @Test
  void aCoordinatorThatImportsTheAgentIsFound() {
    assertBites(
        Modules.imports(module("coordinator")),
        "io.lull.agent.planted.PlantedHelper",
        PlantedAgentImport.class);
    assertBites(
        Rules.PROGRAMS_MEET_IN_PROTOCOL,
        "PlantedHelper",
        PlantedAgentImport.class,
        PlantedHelper.class);
  }

  @Test
  void aCoreThatWaitsForThreadsIsFound() {
    assertBites(CoreRules.CORES_RUN_ANYWHERE, "ReentrantLock", PlantedLock.class);
    assertBites(CoreRules.CORES_RUN_ANYWHERE, "count is synchronized", PlantedLock.class);
    assertBites(CoreRules.CORES_RUN_ANYWHERE, "next() is synchronized", PlantedLock.class);
  }

  @Test
  void aCoreThatSpeaksGrpcIsFound() {
    assertBites(CoreRules.CORES_RUN_ANYWHERE, "io.grpc.Status", PlantedStream.class);
    assertBites(Modules.imports(module("agent-core")), "HostPort", PlantedStream.class);
  }

  @Test
  void jnaOutsideOfPlatformIsFound() {
    assertBites(Rules.NATIVE_ACCESS_STAYS_IN_PLATFORM, "com.sun.jna", PlantedNativeAccess.class);
    assertBites(Modules.imports(module("node-agent")), "com.sun.jna", PlantedNativeAccess.class);
  }

  @Test
  void javasOldToolkitOutsideOfItsTrayIsFound() {
    assertBites(Rules.JAVAS_OLD_TOOLKIT_STAYS_IN_ITS_TRAY, "java.awt", PlantedToolkit.class);
  }

  @Test
  void memoryBesideTheHeapOutsideOfGridsIsFound() {
    assertBites(
        Rules.FOREIGN_MEMORY_STAYS_IN_ARRAYS, "java.lang.foreign", PlantedForeignMemory.class);
  }

  @Test
  void aCoreThatNeedsAThreadASocketOrALogIsFound() {
    for (final String found :
        List.of(
            "java.lang.Thread",
            "java.util.concurrent.CompletableFuture",
            "java.net.URI",
            "java.nio.file.Path",
            "org.slf4j.Logger",
            "io.grpc.Status",
            "java.sql.Connection",
            "locked() is synchronized",
            "seen is synchronized or volatile")) {
      assertBites(CoreRules.CORES_RUN_ANYWHERE, found, PlantedThread.class);
    }
  }

  @Test
  void aSimulatorThatRunsALiveAgentIsFound() {
    assertBites(Modules.imports(module("simulator")), "CoordinatorLink", PlantedLiveAgent.class);
    assertBites(
        CoreRules.CORES_RUN_ANYWHERE, "java.util.concurrent.Executor", PlantedLiveAgent.class);
  }

  @Test
  void hazelcastOutsideOfItsPackageIsFound() {
    assertBites(Rules.HAZELCAST_STAYS_IN_ITS_PACKAGE, "com.hazelcast", PlantedHazelcast.class);
  }

  @Test
  void oneSystemThatNeedsAnotherIsFound() {
    assertBites(
        Rules.SYSTEMS_NEVER_SEE_EACH_OTHER,
        "PlantedWindow",
        PlantedNeighbour.class,
        PlantedWindow.class);
  }

  @Test
  void anExitOutsideOfAMainProgramIsFound() {
    assertBites(Rules.ONLY_MAIN_PROGRAMS_LOOK_AROUND, "System.exit(int)", PlantedAgentImport.class);
  }

  @Test
  void aNameThatSaysNothingIsFound() {
    assertBites(Rules.NAMES_SAY_SOMETHING, "PlantedHelper", PlantedHelper.class);
  }

  @Test
  void aNameThatTwoClassesShareIsFound() {
    assertBites(
        Names.ONE_CLASS_FOR_EACH_NAME,
        "io.lull.scheduling.planted.PlantedHelper shares its name",
        PlantedHelper.class,
        io.lull.scheduling.planted.PlantedHelper.class);
  }

  @Test
  void fourClassesThatNeedEachOtherInACircleAreFound() {
    assertBites(
        Knots.NO_KNOT_OF_MORE_THAN_THREE_CLASSES,
        "4 classes need each other in a circle",
        PlantedNorth.class,
        PlantedEast.class,
        PlantedSouth.class,
        PlantedWest.class);
  }

  @Test
  void aHandlerThatEntersAPhaseItselfIsFound() {
    assertBites(Knots.ONE_PLACE_ENTERS_PHASES, "PlantedHandler", PlantedHandler.class);
  }

  @Test
  void aLayerOfTheLibraryThatLooksUpwardsIsFound() {
    final ArchRule rule = LibraryRules.EACH_PACKAGE_SEES_WHAT_IT_MAY;
    assertBites(rule, "state.StateSection", PlantedLink.class);
    assertBites(rule, "grid.Halo", PlantedWorker.class);
    assertBites(rule, "grid.Halo", PlantedTransfer.class);
    assertBites(rule, "worker.DueOrder", PlantedBag.class);
  }

  @Test
  void aPackageOfTheLibraryThatNobodyPlacedIsFound() {
    assertBites(
        LibraryRules.EACH_PACKAGE_SEES_WHAT_IT_MAY,
        "PlantedStranger is in a package that the table does not have",
        PlantedStranger.class);
  }

  private static Modules.Module module(String name) {
    return Modules.ALL.stream()
        .filter(module -> module.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void assertBites(ArchRule rule, String message, Class<?>... planted) {
    assertThatThrownBy(() -> rule.check(new ClassFileImporter().importClasses(planted)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(message)
        .hasMessageContaining("because");
  }
}
