// What clients meet, played with the published JavaScript SDK: node client.mjs URL OTHER_URL. Each member of CHECKS is a check.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@langchain/langgraph-sdk";

const [one, two] = process.argv.slice(2, 4).map((apiUrl) => new Client({ apiUrl, callerOptions: { maxRetries: 0 } }));
const SLOW = { seconds: 30, label: "x" };

const newThread = async (client = one) => (await client.threads.create()).thread_id;

const refused = (status, call) =>
  assert.rejects(call, (error) => {
    assert.equal(error.status ?? Number(/HTTP (\d+)/.exec(error.message)?.[1]), status, error.message);
    return true;
  });

async function frames(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

async function until(what, seconds = 10) {
  const end = Date.now() + 1000 * seconds;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`Not so within ${seconds} s.`);
    await pause(100);
  }
}

const within = (seconds, promise) =>
  Promise.race([promise, pause(1000 * seconds, null, { ref: false }).then(() => assert.fail(`No answer within ${seconds} s.`))]);

const CHECKS = {
  async "a deleted thread ends streams and waits"() {
    const thread = await newThread();
    const { run_id: run } = await one.runs.create(thread, "slow", { input: SLOW });
    const stream = frames(two.runs.joinStream(thread, run));
    const wait = two.runs.join(thread, run);
    await pause(1000);
    await one.threads.delete(thread);
    assert.equal((await within(10, stream)).at(-1).event, "error");
    const waited = await within(10, wait.catch((error) => error));
    assert.ok("__error__" in waited || waited.status === 404, `${waited.status}: ${waited.message}`);
  },

  async "a thread that was terminated answers"() {
    const thread = await newThread();
    await one.runs.wait(thread, "chain", { input: { value: "x" } });
    const running = await newThread();
    const { run_id: run } = await one.runs.create(running, "slow", { input: SLOW });
    const stream = frames(one.runs.joinStream(running, run));
    await pause(1000);
    for (const each of [thread, running]) {
      execFileSync(process.env.TEMPORAL_PROGRAM, ["workflow", "terminate", "--address", process.env.TEMPORAL_ADDRESS,
        "--workflow-id", each, "--reason", "a check"]);
    }
    assert.equal((await within(10, stream)).at(-1).event, "error");
    const state = await one.threads.getState(thread).catch((error) => error);
    assert.ok([409, 410].includes(state.status) || state.values.value === "x123", `${state.status}: ${state.message}`);
    for (const read of [() => one.threads.get(running), () => one.runs.get(running, run)]) {
      const found = await read().catch((error) => error);
      assert.ok(["error", "interrupted", 409, 410].includes(found.status), `${found.status}: ${found.message}`);
    }
    await refused(409, one.runs.wait(thread, "chain", { input: { value: "y" } }));
  },

  async "a run alone ends its thread and is told later"() {
    let created;
    const values = await one.runs.wait(null, "chain", { input: { value: "x" }, onRunCreated: (run) => (created = run) });
    const { thread_id: thread, run_id: run } = created;
    assert.deepEqual(await two.runs.join(thread, run), values);
    assert.equal((await two.runs.get(thread, run)).status, "success");
    await refused(409, two.runs.wait(thread, "chain", { input: { value: "y" } }));
  },

  async "a past question stays in history and in a copy"() {
    const thread = await newThread();
    const [question] = (await one.runs.wait(thread, "approval", { input: { request: "r" } })).__interrupt__;
    const { thread_id: copy } = await two.threads.copy(thread);
    assert.equal((await one.threads.getState(copy)).interrupts[0].id, question.id);
    for (const each of [thread, copy]) {
      await two.runs.wait(each, "approval", { command: { resume: { approved: true } } });
      const asked = (await one.threads.getHistory(each)).find((state) => state.next[0] === "ask");
      assert.equal(asked.tasks[0].interrupts[0].id, question.id);
      assert.deepEqual(asked.tasks[0].result, { decision: "approved" });
    }
  },

  async "a command goes to a node with an input of its own"() {
    const thread = await newThread();
    await one.runs.wait(thread, "chain", { input: { value: "x" } });
    const goto = { node: "three", input: { value: "own" } };
    assert.equal((await one.runs.wait(thread, "chain", { command: { goto } })).value, "own3");
  },

  async "a run that waits is known and cancelled anywhere"() {
    const thread = await newThread();
    const { run_id: first } = await one.runs.create(thread, "slow", { input: SLOW });
    const { run_id: second } = await one.runs.create(thread, "slow", { input: SLOW, metadata: { why: "waits" } });
    const known = await two.runs.get(thread, second);
    assert.deepEqual([known.status, known.metadata], ["pending", { why: "waits" }]);
    await two.runs.cancel(thread, second, true);
    assert.equal((await one.runs.get(thread, second)).status, "interrupted");
    assert.equal((await one.runs.get(thread, first)).status, "running");
    await one.runs.cancel(thread, first, true);
    assert.equal((await one.runs.get(thread, first)).status, "interrupted");
  },

  async "metadata, strategy and modes are known anywhere"() {
    const thread = await newThread();
    const { run_id: run } = await one.runs.create(thread, "chain", {
      input: { value: "x" }, metadata: { why: "test" }, streamMode: ["updates"], multitaskStrategy: "reject",
    });
    await two.runs.join(thread, run);
    const known = await two.runs.get(thread, run);
    assert.deepEqual([known.metadata, known.multitask_strategy], [{ why: "test" }, "reject"]);
    const events = (await frames(two.runs.joinStream(thread, run))).map((part) => part.event);
    assert.ok(events.includes("updates") && !events.includes("values"), events.join());
  },

  async "a cron is created, changed, found and deleted"() {
    const created = await one.crons.create("chain", {
      schedule: "0 3 * * *", input: { value: "x" }, metadata: { why: "script" },
    });
    const mine = { metadata: { why: "script" } };
    await until(async () => (await two.crons.search(mine)).length === 1, 10);
    const paused = await two.crons.update(created.cron_id, { enabled: false });
    assert.deepEqual([paused.enabled, paused.schedule, paused.timezone], [false, "0 3 * * *", "UTC"]);
    await one.crons.delete(created.cron_id);
    await refused(404, two.crons.delete(created.cron_id));
    await refused(422, one.crons.create("chain", { schedule: "soon" }));
  },

  async "a client that goes is missed at once"() {
    const thread = await newThread();
    const { run_id: run } = await one.runs.create(thread, "slow", { input: SLOW });
    const leaving = new AbortController();
    const stream = frames(one.runs.joinStream(thread, run, { cancelOnDisconnect: true, signal: leaving.signal })).catch(() => {});
    await pause(1000);
    leaving.abort();
    await stream;
    await until(async () => (await one.threads.get(thread)).status === "interrupted", 5);
  },

  async "no two frames have the same id"() {
    const stream = one.runs.stream(null, "chat", {
      input: { messages: [{ role: "user", content: "Hello" }] }, streamMode: ["messages", "messages-tuple", "values", "custom"],
    });
    const ids = (await frames(stream)).map((part) => part.id).filter((id) => id !== undefined);
    assert.ok(ids.length > 3 && new Set(ids).size === ids.length, ids.join());
  },

  async "what is not offered is refused at the entry"() {
    const thread = await newThread();
    const input = { value: "x" };
    for (const options of [{ durability: "exit" }, { feedbackKeys: ["thumbs"] }, { webhook: "http://127.0.0.1:1" }, { onCompletion: "continue" }]) {
      await refused(422, frames(one.runs.stream(thread, "chain", { input, ...options })));
    }
    await refused(422, one.threads.create({ ttl: 5 }));
    await refused(422, one.runs.list(thread, { limit: -1 }));
    await refused(422, one.threads.getHistory(thread, { limit: -1 }));
    assert.equal((await one.runs.wait(thread, "chain", { input, durability: "async" })).value, "x123");
  },

  // Asked for any option, it says null: the SDK sends every field that it knows.
  async "every field that the SDK sends is known"() {
    const every = (given) => new Proxy(given, { get: (options, name) => options[name] ?? null });
    const thread = await newThread();
    const run = every({ input: { value: "x" }, raiseError: true });
    assert.equal((await one.runs.wait(thread, "chain", run)).value, "x123");
    await one.runs.create(thread, "chain", run);
    const events = (await frames(one.runs.stream(thread, "chain", run))).map((part) => part.event);
    assert.ok(events.includes("values") && !events.includes("error"), events.join());
    await one.threads.create(every({}));
    await one.threads.getHistory(thread, every({}));
    await one.threads.updateState(thread, every({ values: { value: "y" } }));
    for (const read of [one.threads, one.assistants]) {
      await read.search(every({}));
      await read.count(every({}));
    }
    const cron = await one.crons.create("chain", every({ schedule: "0 3 * * *" }));
    await one.crons.delete(cron.cron_id);
  },

  async "threads are found by what is noted on them"() {
    const mine = { metadata: { why: crypto.randomUUID() } };
    const { thread_id: asking } = await one.threads.create(mine);
    const { thread_id: other } = await one.threads.create(mine);
    await one.runs.wait(asking, "approval", { input: { request: "r" } });
    const found = async (more = {}) => (await two.threads.search({ ...mine, ...more })).map((it) => it.thread_id).sort();
    await until(async () => (await found()).length === 2 && (await found({ status: "interrupted" })).length === 1, 30);
    assert.deepEqual(await found(), [asking, other].sort());
    assert.deepEqual(await found({ ids: [other] }), [other]);
    assert.deepEqual(await found({ limit: 1, sortBy: "created_at", sortOrder: "asc" }), [asking]);
    assert.equal(await two.threads.count(mine), 2);
    assert.equal(await two.assistants.count({ graphId: "chain" }), 1);
  },

  async "a stream goes on elsewhere when its server stops"() {
    const client = new Client({ apiUrl: process.env.BALANCED_URL });
    const thread = await newThread(client);
    const nodes = [];
    for await (const { event, data } of client.runs.stream(thread, "slow", { input: { ...SLOW, seconds: 5 }, streamMode: "updates" })) {
      if (event === "updates") nodes.push(...Object.keys(data));
      if (nodes.length === 1) process.kill(Number(process.env.LEAVING_PID), "SIGTERM");
    }
    assert.deepEqual(nodes, ["before", "sleep", "after"]);
  },

  async "schemas have types"() {
    const schemas = await one.assistants.getSchemas("chain");
    for (const name of ["input_schema", "output_schema", "state_schema"]) {
      assert.equal(schemas[name].properties.value.type, "string", name);
    }
  },
};

let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  const begun = Date.now();
  try {
    await within(60, check());
    console.log(`ok    javascript: ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (failure) {
    failed += 1;
    console.log(`FAIL  javascript: ${name}: ${String(failure.message ?? failure).slice(0, 400)}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
