package io.lull.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The modules: what they are called, the packages they own, what they may see of the others. */
final class Modules {
  private static final String[] JAVA = {
    "java..", "javax..", "jdk..", "org.jspecify..", "com.google.errorprone.annotations.."
  };
  private static final String[] GRPC = {
    "io.grpc..", "com.google.protobuf..", "com.google.common.."
  };
  private static final String[] CORE_VALUES = {
    "io.lull.protocol.wire..",
    "io.lull.protocol.model..",
    "io.lull.protocol.text..",
    "io.lull.protocol.time.."
  };

  /** All of them. */
  static final List<Module> ALL =
      List.of(
          new Module("protocol", "io.lull.protocol..", List.of(), List.of(GRPC)),
          new Module(
              "limits",
              "io.lull.limits..",
              List.of("io.lull.protocol.."),
              with(GRPC, "org.slf4j..")),
          new Module(
              "platform-api",
              List.of(
                  "io.lull.platform.guest..",
                  "io.lull.platform.input..",
                  "io.lull.platform.machine.."),
              List.of("io.lull.protocol.text..", "io.lull.protocol.time.."),
              List.of()),
          new Module(
              "platform",
              "io.lull.platform..",
              List.of("io.lull.protocol.."),
              List.of("com.sun.jna..", "oshi..", "org.slf4j..")),
          new Module(
              "scheduling", "io.lull.scheduling..", List.of("io.lull.protocol.."), List.of()),
          new Module(
              "reconfig-lib",
              "io.lull.reconfig..",
              List.of("io.lull.protocol.."),
              List.of(
                  "com.esotericsoftware..",
                  "com.google.protobuf..",
                  "io.grpc.netty.shaded.io.netty..",
                  "org.objenesis..")),
          new Module(
              "apps",
              "io.lull.apps..",
              List.of(
                  "io.lull.reconfig",
                  "io.lull.reconfig.grid",
                  "io.lull.reconfig.forkjoin",
                  "io.lull.reconfig.message",
                  "io.lull.reconfig.record",
                  "io.lull.reconfig.stencil",
                  "io.lull.reconfig.distribution"),
              List.of()),
          new Module(
              "agent-core",
              "io.lull.agent.core..",
              with(CORE_VALUES, "io.lull.platform.input..", "io.lull.platform.machine.."),
              List.of("com.google.protobuf..")),
          new Module(
              "node-agent",
              "io.lull.agent..",
              List.of("io.lull.protocol..", "io.lull.limits..", "io.lull.platform.."),
              with(GRPC, "com.typesafe.config..", "org.slf4j..")),
          new Module(
              "coordinator-core",
              "io.lull.coordinator.core..",
              with(
                  CORE_VALUES,
                  "io.lull.protocol.records..",
                  "io.lull.protocol.stored..",
                  "io.lull.scheduling.."),
              List.of("com.google.protobuf..")),
          new Module(
              "coordinator",
              "io.lull.coordinator..",
              List.of("io.lull.protocol..", "io.lull.limits..", "io.lull.scheduling.."),
              with(
                  GRPC,
                  "com.hazelcast..",
                  "org.h2..",
                  "org.flywaydb..",
                  "org.jdbi..",
                  "com.zaxxer..",
                  "org.bouncycastle..",
                  "io.prometheus..",
                  "com.sun.net.httpserver..",
                  "org.slf4j..")),
          new Module(
              "client",
              "io.lull.client..",
              List.of(
                  "io.lull.protocol..", "io.lull.reconfig", "io.lull.apps", "io.lull.apps.picture"),
              with(GRPC, "org.snakeyaml.engine..")),
          new Module(
              "tray-app",
              "io.lull.tray..",
              List.of("io.lull.protocol..", "io.lull.platform..", "io.lull.client.."),
              with(GRPC, "javafx..", "atlantafx..", "org.kordamp.ikonli..", "org.slf4j..")),
          new Module(
              "cli",
              "io.lull.cli..",
              List.of(
                  "io.lull.protocol..",
                  "io.lull.client..",
                  "io.lull.reconfig..",
                  "io.lull.apps..",
                  "io.lull.agent.app..",
                  "io.lull.tray.app..",
                  // What agents leave in their folders is listed without one.
                  "io.lull.agent.parity..",
                  "io.lull.coordinator.app..",
                  "io.lull.coordinator.config..",
                  "io.lull.simulator.trace..",
                  "io.lull.simulator.workload..",
                  "io.lull.simulator.sharing..",
                  "io.lull.simulator.study..",
                  "io.lull.simulator.comparison..",
                  "io.lull.simulator.exact..",
                  "io.lull.simulator.fault..",
                  "io.lull.simulator.report.."),
              with(GRPC, "picocli..", "com.fasterxml.jackson..")),
          new Module(
              "simulator",
              "io.lull.simulator..",
              with(
                  CORE_VALUES,
                  "io.lull.scheduling..",
                  "io.lull.agent.core..",
                  "io.lull.coordinator.core..",
                  // Simulated data is divided and moved as real data is.
                  "io.lull.reconfig.distribution..",
                  // The cores' events and ports hold these.
                  "io.lull.protocol.records..",
                  "io.lull.platform.input..",
                  "io.lull.platform.machine.."),
              List.of("com.google.protobuf..")),
          new Module(
              "installers", "io.lull.installers..", List.of(), List.of("com.fasterxml.jackson..")),
          new Module(
              "bench",
              "io.lull.bench..",
              List.of("io.lull.."),
              with(GRPC, "com.fasterxml.jackson..", "javafx..")));

  private Modules() {}

  /**
   * A module of the design. A class belongs to the module that names its package most closely.
   *
   * @param packages as ArchUnit writes packages with all below them
   * @param mayImport packages of other modules
   * @param libraries packages of third parties
   */
  record Module(
      String name, List<String> packages, List<String> mayImport, List<String> libraries) {
    Module(String name, String packages, List<String> mayImport, List<String> libraries) {
      this(name, List.of(packages), mayImport, libraries);
    }

    boolean owns(JavaClass type) {
      final int closest = closeness(type);
      return closest > 0 && ALL.stream().noneMatch(other -> other.closeness(type) > closest);
    }

    private int closeness(JavaClass type) {
      return packages.stream()
          .filter(each -> resideInAPackage(each).test(type))
          .mapToInt(String::length)
          .max()
          .orElse(0);
    }
  }

  /** A module sees its own packages, those of the modules below it, and its own libraries. */
  static ArchRule imports(Module module) {
    final String[] allowed =
        Stream.of(
                Stream.of(JAVA),
                module.packages().stream(),
                module.mayImport().stream(),
                module.libraries().stream())
            .flatMap(each -> each)
            .toArray(String[]::new);
    return classes()
        .that(describe("belong to " + module.name(), module::owns))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        .because(
            module.name()
                + " stands where the design puts it: it may import "
                + (module.mayImport().isEmpty() ? "no other module" : module.mayImport())
                + " and the libraries "
                + module.libraries());
  }

  private static List<String> with(String[] some, String... more) {
    return Stream.concat(Arrays.stream(some), Arrays.stream(more)).toList();
  }
}
