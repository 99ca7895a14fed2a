package io.evergraph.docs;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.model.chat.ChatModel;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.Budget;
import io.evergraph.agent.hook.BudgetWindow;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.hook.HookResult.Jump;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.NamedModels;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.Approval.Scope;
import io.evergraph.llm.tool.CallDecision.Kind;
import io.evergraph.llm.tool.McpTools;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The examples of the pages on agents and approvals. */
final class AgentExample {
  private AgentExample() {}

  // begin tools
  static final class OrderTools {
    @Tool("Finds an order by its number")
    String order(@P("the number") String number) {
      if (!number.matches("\\d+")) {
        throw new ToolCallException("An order number has digits only."); // the model is told
      }
      return "Order " + number + ": 250 euros, delivered";
    }

    @Tool("Pays money back")
    String refund(@P("the number of the order") String order, @P("in euros") int amount) {
      return "Paid back " + amount + " euros for order " + order;
    }
  }

  // end tools

  // begin agent
  static Graph support(ChatModel model) {
    return ReactAgent.of("support", ModelSource.of(model))
        .prompt("You help customers with their orders.")
        .tools(Toolset.from(new OrderTools()))
        .approve(Approval.of("refund").when(call -> call.number("amount") > 100))
        .build();
  }

  // end agent

  // begin use
  static RunResult refund(GraphRuntime runtime, Graph support, ThreadId customer) {
    Message words = Message.user("Please refund order 7.");
    RunResult asked =
        runtime.start(support, customer, StateUpdate.of(ReactAgent.MESSAGES, words)).await();
    String question = asked.interrupts().get(0).id(); // days may pass
    return runtime.answer(customer, Answer.to(question, Map.of("type", "approve"))).await();
  }

  // end use

  // begin judge
  static final Channel<String> CUSTOMER = Channel.of("customer", String.class);
  static final Channel<String> POLICY = Channel.of("policy", String.class);

  record Verdict(boolean granted, String reason) {}

  static Graph judge(Map<String, ChatModel> models, ChatModel reserve) {
    return ReactAgent.of("judge", NamedModels.of(models).source("fast"))
        .channels(CUSTOMER, POLICY)
        .prompt("Judge what {customer} asks for. {policy?}")
        .answer(Verdict.class)
        .fallback(ModelSource.of(reserve))
        .build();
  }

  // end judge

  static Toolset policies() {
    // begin policies
    Toolset tools =
        Toolset.from(new OrderTools())
            .policy(
                "refund", NodePolicy.builder().attempts(1).timeout(Duration.ofMinutes(1)).build())
            .onFailure("order", ToolErrorPolicy.TELL_MODEL);
    // end policies
    return tools;
  }

  // begin hook
  static final class Cites implements AgentHook {
    @Override
    public Message.Assistant aroundModel(
        ModelRequest request, HookContext context, ModelAround.Next model) {
      return model.ask(request.withPromptSuffix("Cite the id of each document as [doc 7]."));
    }

    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return answer.text().contains("[doc") || !answer.toolCalls().isEmpty()
          ? HookResult.goOn()
          : HookResult.tell("Add the ids of the documents.").jumpTo(Jump.MODEL);
    }
  }

  // end hook

  // begin mode
  static Graph clerk(ChatModel model) {
    return ReactAgent.of("clerk", ModelSource.of(model))
        .tools(Toolset.from(new OrderTools()))
        .mode(ExecutionMode.GRAPH)
        .build();
  }

  // end mode

  static Limits limits() {
    // begin limits
    Limits limits =
        Limits.perTurn(turn -> turn.modelCalls(20).toolCalls("refund", 1))
            .perThread(thread -> thread.tokens(1_000_000));
    // end limits
    return limits;
  }

  // begin limited
  static Graph limited(ChatModel model, Limits limits) {
    return ReactAgent.of("support", ModelSource.of(model)).limits(limits).build();
  }

  // end limited

  // begin budget
  static Graph support(ChatModel model, BudgetLedger ledger) {
    Budget budget =
        Budget.perTenant(ledger)
            .tokens(1_000_000, BudgetWindow.DAY)
            .cost("200", BudgetWindow.MONTH, Price.of("2.50", "10"));
    return ReactAgent.of("support", ModelSource.of(model)).with(budget).build();
  }

  // end budget

  static Approval approval() {
    // begin approval
    Approval approval =
        Approval.of("refund")
            .when(call -> call.number("amount") > 100)
            .allow(Kind.APPROVE, Kind.EDIT, Kind.REJECT)
            .describedBy(call -> "Refund of " + call.number("amount") + " euros")
            .expiresAfter(Duration.ofDays(2));
    // end approval
    return approval;
  }

  static final Channel<Order> ORDER = Channel.of("order", Order.class);
  static final Channel<Integer> PRICE = Channel.of("price", Integer.class);

  record Order(String article, int pieces) {}

  // begin conversational
  static Toolset conversational(Graph research) {
    return Toolset.agent(research, "finds facts, and remembers what it was asked before")
        .keptPerThread()
        .onFailure(ToolErrorPolicy.TELL_MODEL);
  }

  // end conversational

  // begin graphs
  static Graph desk(ChatModel model, Graph research, Graph quote) {
    Toolset tools =
        Toolset.agent(research, "finds facts about a company")
            .and(Toolset.graph(quote, "makes a quote", ORDER, PRICE));
    return ReactAgent.of("desk", ModelSource.of(model)).tools(tools).build();
  }

  // end graphs

  // begin mcp
  static Graph sales(ChatModel model, String url) {
    McpTools crm = McpTools.of("crm", () -> StreamableHttpMcpTransport.builder().url(url).build());
    return ReactAgent.of("sales", ModelSource.of(model)).tools(Toolset.source(crm)).build();
  }

  // end mcp

  static Approval remembered() {
    // begin remembered
    Approval remembered = Approval.of("refund", "mail").rememberable(Scope.ARGUMENTS, Scope.TOOL);
    // end remembered
    return remembered;
  }

  // begin revoked
  static void askAgain(GraphRuntime runtime, ThreadId customer) {
    runtime.editState(customer, null, Approval.revoke("refund"), null);
  }

  // end revoked

  // begin decided
  static List<String> decided(GraphRuntime runtime, ThreadId customer) {
    return Approval.decisions(runtime.snapshot(customer).state()).stream()
        .map(it -> it.by() + ": " + it.kind() + " " + it.asked().name())
        .toList();
  }

  // end decided
}
