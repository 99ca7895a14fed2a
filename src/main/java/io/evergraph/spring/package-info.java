/** Makes a Spring Boot application a home for graphs: runtime, worker, REST, health and metrics. */
@NullMarked
package io.evergraph.spring;

import org.jspecify.annotations.NullMarked;
