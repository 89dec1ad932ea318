/** A whole grid in virtual time: coordinators, agents, users, and the network between them. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.world;
