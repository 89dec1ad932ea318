/** The bundled parallel applications, written as a user of reconfig-lib would write them. */
@org.jspecify.annotations.NullMarked
package io.lull.apps;
