/**
 * Who belongs to the grid: its certificate authority, one-time tokens, and the exchange of a token
 * for a certificate.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.enrolment;
