/** Hosts for real programs: network namespaces on one switch, and small disks. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.lab;
