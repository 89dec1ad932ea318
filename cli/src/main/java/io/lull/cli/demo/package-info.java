/**
 * The demonstration: a whole grid on this computer, its owners played by a story, its result held
 * against that of one worker.
 */
@org.jspecify.annotations.NullMarked
package io.lull.cli.demo;
