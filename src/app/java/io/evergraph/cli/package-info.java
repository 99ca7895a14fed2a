/** The command line: one class per subcommand. */
@NullMarked
package io.evergraph.cli;

import org.jspecify.annotations.NullMarked;
