/**
 * The machine's vectors: calls of the Vector API in generated code, and arithmetic of rows by them.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.vector;
