/** Classes that break the rules of the house on purpose, to see that the rules notice. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.stranger.planted;
