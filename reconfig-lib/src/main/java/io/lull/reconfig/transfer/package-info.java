/** Changes of configuration under way: numbered transfers between workers, whatever they bring. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.transfer;
