/** Results as plain numbers. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.numbers;
