/** A headless browser. */
@org.jspecify.annotations.NullMarked
package io.lull.testkit.browser;
