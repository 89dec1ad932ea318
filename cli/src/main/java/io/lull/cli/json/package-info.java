/** What programs read: the contract's JSON documents. */
@org.jspecify.annotations.NullMarked
package io.lull.cli.json;
