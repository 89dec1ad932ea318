/** A browser that nobody looks at. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.browser;
