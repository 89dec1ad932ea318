/** One job: how it is, its machines and their parts, its course, its log and its results. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.job;
