/** Transfers between workers during a change: numbered, and independent of what they carry. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.transfer;
