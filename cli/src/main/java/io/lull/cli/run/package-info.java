/**
 * An author's program on several workers of this computer: with owners who come and go if wanted,
 * and compared with one worker.
 */
@org.jspecify.annotations.NullMarked
package io.lull.cli.run;
