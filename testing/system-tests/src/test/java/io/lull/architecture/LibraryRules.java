package io.lull.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The layers of reconfig-lib: another kind of program, or of state, is a package of its own, and
 * needs no change below it.
 */
final class LibraryRules {
  private static final String LIBRARY = "io.lull.reconfig";

  private LibraryRules() {}

  static final ArchRule LINKS_CARRY_BYTES =
      noClasses()
          .that()
          .resideInAPackage(LIBRARY + ".comm..")
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAPackage(LIBRARY + "..")
                  .and(JavaClass.Predicates.resideOutsideOfPackage(LIBRARY + ".comm..")))
          .because("links carry bytes on numbered channels: what these mean, others know");

  static final ArchRule THE_WORKER_KNOWS_NO_MODEL =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARY + ".worker..", LIBRARY + ".model..", LIBRARY + ".state..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(LIBRARY + ".grid..", LIBRARY + ".bag..", LIBRARY + ".partition..")
          .because(
              "a worker runs any kind of program: what differs between kinds is behind the"
                  + " interfaces of model and state");

  static final ArchRule TRANSFERS_KNOW_NO_STATE =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARY + ".transfer..", LIBRARY + ".checkpoint..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              LIBRARY + ".grid..",
              LIBRARY + ".bag..",
              LIBRARY + ".partition..",
              LIBRARY + ".worker..")
          .because("what is moved and kept is numbered bytes: only a state knows what they are");

  static final ArchRule MODELS_KNOW_NO_WORKER =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARY + ".grid..", LIBRARY + ".bag..", LIBRARY + ".partition..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              LIBRARY + ".worker..", LIBRARY + ".transfer..", LIBRARY + ".checkpoint..")
          .because("a kind of program is written against model and state, and nothing behind them");
}
