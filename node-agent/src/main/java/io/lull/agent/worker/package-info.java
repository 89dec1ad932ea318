/** The workers on this node: fetched, started, spoken with, ended and cleared away. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.worker;
