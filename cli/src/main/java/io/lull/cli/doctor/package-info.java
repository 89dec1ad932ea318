/** Examines whether a login, an agent and a coordinator on this computer work, and what to do. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.doctor;
