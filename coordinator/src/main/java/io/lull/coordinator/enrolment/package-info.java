/** The certificate authority, one-time tokens, enrolment, renewal and revocation. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.enrolment;
