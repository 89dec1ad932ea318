/** The agent's main program: it wires the parts together. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.app;
