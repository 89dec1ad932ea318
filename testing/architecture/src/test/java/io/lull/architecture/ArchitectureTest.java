package io.lull.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The whole system keeps the rules of the house. */
class ArchitectureTest {
  private static final JavaClasses SYSTEM =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("/architecture/target/"))
          .importPackages("io.lull");

  @TestFactory
  Stream<DynamicTest> everyModuleImportsOnlyWhatTheDesignLetsIt() {
    return Modules.ALL.stream()
        .map(module ->
            DynamicTest.dynamicTest(module.name(), () -> Modules.imports(module).check(SYSTEM)));
  }

  @TestFactory
  Stream<DynamicTest> theRulesOfTheHouseAreKept() {
    return Stream.of(
        rule("scheduling is pure", Rules.SCHEDULING_IS_PURE),
        rule("cores run anywhere", CoreRules.CORES_RUN_ANYWHERE),
        rule("job control is pure", Rules.JOB_CONTROL_IS_PURE),
        rule("dispatch is pure", Rules.DISPATCH_IS_PURE),
        rule("time and chance come in", Rules.TIME_AND_CHANCE_COME_IN),
        rule("native access stays in platform", Rules.NATIVE_ACCESS_STAYS_IN_PLATFORM),
        rule("java.awt stays in its tray", Rules.JAVAS_OLD_TOOLKIT_STAYS_IN_ITS_TRAY),
        rule("foreign memory stays in arrays", Rules.FOREIGN_MEMORY_STAYS_IN_ARRAYS),
        rule("Hazelcast stays in its package", Rules.HAZELCAST_STAYS_IN_ITS_PACKAGE),
        rule("the database stays in its package", Rules.DATABASE_STAYS_IN_ITS_PACKAGE),
        rule("systems never see each other", Rules.SYSTEMS_NEVER_SEE_EACH_OTHER),
        rule("only the loader sees them", Rules.SYSTEMS_ARE_SEEN_BY_THE_LOADER_ONLY),
        rule("programs meet in protocol", Rules.PROGRAMS_MEET_IN_PROTOCOL),
        rule("the toolkit stays in the tray", Rules.THE_TOOLKIT_STAYS_IN_THE_TRAY),
        rule("view models know no toolkit", Rules.VIEW_MODELS_KNOW_NO_TOOLKIT),
        rule("views ask nobody", Rules.VIEWS_ASK_NOBODY),
        rule("one way to the toolkit's thread", Rules.ONE_WAY_TO_THE_TOOLKITS_THREAD),
        rule("only main programs look around", Rules.ONLY_MAIN_PROGRAMS_LOOK_AROUND),
        rule("the library has layers", LibraryRules.EACH_PACKAGE_SEES_WHAT_IT_MAY),
        rule("no cycles", Rules.NO_CYCLES),
        rule("no knots of classes", Knots.NO_KNOT_OF_MORE_THAN_THREE_CLASSES),
        rule("one place enters phases", Knots.ONE_PLACE_ENTERS_PHASES),
        rule("names say something", Rules.NAMES_SAY_SOMETHING),
        rule("one class for each name", Names.ONE_CLASS_FOR_EACH_NAME),
        rule("constructors are short", Rules.CONSTRUCTORS_ARE_SHORT));
  }

  /** An import that found only half of the system would let every rule pass. */
  @Test
  void theWholeSystemIsLookedAt() {
    for (final Modules.Module module : Modules.ALL) {
      assertThat(SYSTEM.stream().filter(module::owns))
          .as("classes of %s", module.name())
          .isNotEmpty();
    }
    assertThat(SYSTEM.stream().filter(type -> type.getName().contains(".planted."))).isEmpty();
  }

  private static DynamicTest rule(String name, ArchRule rule) {
    return DynamicTest.dynamicTest(name, () -> rule.check(SYSTEM));
  }
}
