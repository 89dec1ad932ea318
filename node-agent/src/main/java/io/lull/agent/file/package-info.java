/**
 * Files on this node's disk: those exchanged with the coordinator, and small ones that survive a
 * crash intact.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.file;
