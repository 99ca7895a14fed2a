package io.evergraph.server.langgraph;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@RequestBody(
    required = true,
    content =
        @Content(
            mediaType = "application/json",
            schema = @Schema(implementation = RunRequest.class),
            examples = {
              @ExampleObject(
                  name = "start",
                  value = "{\"assistant_id\":\"approval\",\"input\":{\"request\":\"a refund\"}}"),
              @ExampleObject(
                  name = "answer",
                  value =
                      "{\"assistant_id\":\"approval\",\"command\":{\"resume\":{\"approved\":true}}}"),
              @ExampleObject(
                  name = "continue or retry",
                  value = "{\"assistant_id\":\"approval\",\"input\":null}")
            }))
@interface RunBody {}
