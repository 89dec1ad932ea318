/**
 * The workers on this node: fetching their files, starting, talking to and ending them, cleaning
 * up.
 */
@org.jspecify.annotations.NullMarked
package io.lull.agent.worker;
