/** One job: its state, its machines and their parts, its timeline, its log and its results. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.job;
