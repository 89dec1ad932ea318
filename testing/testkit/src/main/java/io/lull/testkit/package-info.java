/** Virtual clock, scripted owner, processes with deadlines, hosts in network namespaces. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit;
