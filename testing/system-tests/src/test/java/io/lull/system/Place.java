package io.lull.system;

import io.lull.testkit.lab.LabHosts;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Where a program runs.
 *
 * @param address at which the others reach it
 * @param running the command that runs the given one there
 */
record Place(String address, UnaryOperator<List<String>> running) {
  /** This machine itself. */
  static final Place HERE = new Place("127.0.0.1", UnaryOperator.identity());

  static Place on(LabHosts.Host host) {
    return new Place(host.address(), host::running);
  }
}
