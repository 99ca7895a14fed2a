package io.evergraph.server.langgraph;

import org.jspecify.annotations.Nullable;

record StreamFrame(FrameId id, String event, @Nullable Object data) {}
