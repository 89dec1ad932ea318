/** Tests of the architecture rules: imports between modules, and restricted APIs. */
@org.jspecify.annotations.NullMarked
package io.lull.architecture;
