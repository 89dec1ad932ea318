/** Building blocks of input sources: polling, choosing the best of several, reporting changes. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.source;
