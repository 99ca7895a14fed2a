/** What every runtime promises: one definition per suite, run over each runtime. */
@NullMarked
package io.evergraph.contract;

import org.jspecify.annotations.NullMarked;
