package io.evergraph.state;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that nobody can change an object of a class, nor anything that it gives away: nodes share
 * it. Of records, enums and values of the JDK this is found out; an object of any other class is
 * copied whenever a node reads it, and so is a record that holds one. Subclasses do not inherit it,
 * so that it counts for a channel or a component of a record only where that is declared as a final
 * class, or as an interface that is sealed and of which all cases are immutable.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Immutable {}
