/** Files with a line of numbers for each row of a result. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.table;
