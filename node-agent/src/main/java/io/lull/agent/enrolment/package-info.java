/** A node's first enrolment. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.enrolment;
