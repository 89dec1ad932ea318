/** Classes that violate architecture rules on purpose, to test that the rules detect them. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.linux.planted;
