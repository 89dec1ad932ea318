/** Files that travel between the coordinator and this node. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.file;
