/** What can stand next on a command line, for bash, zsh and fish. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.completion;
