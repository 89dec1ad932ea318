/** Classes that break the rules of the cores on purpose, to see that the rules notice. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.core.planted;
