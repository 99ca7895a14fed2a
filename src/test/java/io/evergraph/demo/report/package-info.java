@NullMarked
package io.evergraph.demo.report;

import org.jspecify.annotations.NullMarked;
