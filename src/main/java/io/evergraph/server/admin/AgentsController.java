package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.error.NotOfferedException;
import io.evergraph.export.Mermaid;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.TaskRecords;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/agents")
@Tag(name = "Agents", description = "The graphs of agents, for operators.")
record AgentsController(
    GraphRuntime runtime,
    ObjectProvider<TaskRecords> tasks,
    ObjectProvider<GraphInfrastructure> infrastructure) {

  @GetMapping("/{agentId}/diagram")
  @Operation(summary = "The graph of an agent as a Mermaid flowchart")
  AgentDiagram diagram(@PathVariable String agentId) {
    requireDiagrams();
    return AgentDiagram.of(runtime.graphs().graph(agentId));
  }

  @GetMapping("/diagrams")
  @Operation(summary = "The graphs of all agents as Mermaid flowcharts")
  List<AgentDiagram> diagrams() {
    requireDiagrams();
    return runtime.graphs().graphs().stream().map(AgentDiagram::of).toList();
  }

  private void requireDiagrams() {
    if (!status().diagramEnabled()) {
      throw new NotOfferedException(
          "the drawing of agents", "this server", "Set evergraph.web.diagrams=true.");
    }
  }

  @GetMapping("/graph-infra-status")
  @Operation(summary = "What stands behind the graphs")
  GraphInfrastructure status() {
    return infrastructure.getIfAvailable(() -> GraphInfrastructure.of(runtime.info(), tasks));
  }

  @Schema(name = "AgentDiagram", description = "A graph as a Mermaid flowchart.")
  record AgentDiagram(@JsonProperty("agent_id") String agentId, String version, String mermaid) {
    static AgentDiagram of(Graph graph) {
      return new AgentDiagram(graph.name(), graph.version(), Mermaid.of(graph.spec()));
    }
  }
}
