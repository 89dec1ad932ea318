/**
 * Files on this node's disk: those that travel between the coordinator and it, and small ones that
 * a crash leaves whole.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.file;
