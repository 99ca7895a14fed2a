package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.deser.LocalDateDeserializer;
import com.fasterxml.jackson.datatype.jsr310.deser.LocalDateTimeDeserializer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;

/**
 * Reads dates and local times that have no pattern of their own as they are written: of a text with
 * a time or a zone, Jackson would pass over it.
 */
final class DateForms {
  private DateForms() {}

  static Module module() {
    return new SimpleModule("evergraph-dates")
        .addDeserializer(
            LocalDate.class, new LocalDateDeserializer(exactly(DateTimeFormatter.ISO_LOCAL_DATE)))
        .addDeserializer(
            LocalDateTime.class,
            new LocalDateTimeDeserializer(exactly(DateTimeFormatter.ISO_LOCAL_DATE_TIME)));
  }

  /** Jackson takes more than a format says only where the format is the very one it has. */
  private static DateTimeFormatter exactly(DateTimeFormatter format) {
    return new DateTimeFormatterBuilder()
        .append(format)
        .toFormatter()
        .withChronology(IsoChronology.INSTANCE)
        .withResolverStyle(ResolverStyle.STRICT);
  }
}
