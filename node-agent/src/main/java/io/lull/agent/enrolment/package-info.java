/** How a node comes by its identity, once. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.enrolment;
