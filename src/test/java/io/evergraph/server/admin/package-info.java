@NullMarked
package io.evergraph.server.admin;

import org.jspecify.annotations.NullMarked;
