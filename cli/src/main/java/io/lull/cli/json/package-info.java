/** The contract's JSON documents, for programs. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.json;
