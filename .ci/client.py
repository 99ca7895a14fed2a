"""What clients meet, played with the published Python SDK: python client.py URL OTHER_URL. Each function is a check."""

import ast
import asyncio
import inspect
import os
import signal
import subprocess
import sys
import textwrap
import time
import uuid

import httpx
from langgraph_sdk import get_client

ONE, TWO = (get_client(url=url) for url in sys.argv[1:3])
SLOW = {"seconds": 30, "label": "x"}


async def refused(status, call):
    """Returns what a refusal says."""
    try:
        await call
    except httpx.HTTPStatusError as refusal:
        assert refusal.response.status_code == status, refusal
        return str(getattr(refusal, "body", None) or refusal)
    raise AssertionError(f"Expected the status {status}.")


async def found_or_refused(read, *statuses):
    """Returns what is found; None where it is refused with one of the statuses."""
    try:
        return await read
    except httpx.HTTPStatusError as refusal:
        assert refusal.response.status_code in statuses, refusal
        return None


async def new_thread(client=ONE, **options):
    return (await client.threads.create(**options))["thread_id"]


async def until(what, seconds=10):
    end = time.monotonic() + seconds
    while not await what():
        if time.monotonic() > end:
            raise AssertionError(f"Not so within {seconds} s.")
        await asyncio.sleep(0.1)


async def status(thread, run, client=ONE):
    return (await client.runs.get(thread, run))["status"]


async def frames(stream):
    return [part async for part in stream]


async def a_deleted_thread_ends_streams_and_waits():
    thread = await new_thread()
    run = (await ONE.runs.create(thread, "slow", input=SLOW))["run_id"]
    stream = asyncio.create_task(frames(TWO.runs.join_stream(thread, run)))
    wait = asyncio.create_task(TWO.runs.join(thread, run))
    await asyncio.sleep(1)
    await ONE.threads.delete(thread)
    parts = await found_or_refused(asyncio.wait_for(stream, 10), 404)  # the SDK asks once more after the error
    assert parts is None or parts[-1].event == "error", parts[-1]
    waited = await found_or_refused(asyncio.wait_for(wait, 10), 404)
    assert waited is None or "__error__" in waited, waited


async def a_thread_that_was_terminated_answers():
    thread = await new_thread()
    await ONE.runs.wait(thread, "chain", input={"value": "x"})
    running = await new_thread()
    run = (await ONE.runs.create(running, "slow", input=SLOW))["run_id"]
    stream = asyncio.create_task(frames(ONE.runs.join_stream(running, run)))
    await asyncio.sleep(1)
    for each in (thread, running):
        subprocess.run([os.environ["TEMPORAL_PROGRAM"], "workflow", "terminate", "--address", os.environ["TEMPORAL_ADDRESS"],
                        "--workflow-id", each, "--reason", "a check"], check=True, stdout=subprocess.DEVNULL)
    assert (await asyncio.wait_for(stream, 10))[-1].event == "error"
    state = await found_or_refused(ONE.threads.get_state(thread), 409, 410)
    assert state is None or state["values"]["value"] == "x123", state
    for read in (ONE.threads.get(running), status(running, run)):
        found = await found_or_refused(read, 409, 410)
        assert found in (None, "interrupted") or found["status"] == "error", found
    await refused(409, ONE.runs.wait(thread, "chain", input={"value": "y"}))


async def a_run_alone_ends_its_thread_and_is_told_later():
    created = {}
    values = await ONE.runs.wait(None, "chain", input={"value": "x"}, on_run_created=created.update)
    thread, run = created["thread_id"], created["run_id"]
    assert await TWO.runs.join(thread, run) == values
    assert await status(thread, run, TWO) == "success"
    await refused(409, TWO.runs.wait(thread, "chain", input={"value": "y"}))
    assert "thread-ended" in await refused(409, TWO.runs.create(thread, "chain", input={"value": "y"}))


async def a_past_question_stays_in_history_and_in_a_copy():
    thread = await new_thread()
    question = (await ONE.runs.wait(thread, "approval", input={"request": "r"}))["__interrupt__"][0]
    copy = (await TWO.threads.copy(thread))["thread_id"]
    assert [it["id"] for it in (await ONE.threads.get_state(copy))["interrupts"]] == [question["id"]]
    for each in (thread, copy):
        await TWO.runs.wait(each, "approval", command={"resume": {"approved": True}})
        asked = [state for state in await ONE.threads.get_history(each) if state["next"] == ["ask"]]
        assert asked[0]["tasks"][0]["interrupts"][0]["id"] == question["id"]
        assert asked[0]["tasks"][0]["result"] == {"decision": "approved"}
        assert not (await ONE.threads.get_state(each))["interrupts"]
    assert len(await ONE.threads.get_history(copy)) == len(await ONE.threads.get_history(thread))


async def a_command_goes_to_a_node_with_an_input_of_its_own():
    thread = await new_thread()
    await ONE.runs.wait(thread, "chain", input={"value": "x"})
    values = await ONE.runs.wait(thread, "chain", command={"goto": {"node": "three", "input": {"value": "own"}}})
    assert values["value"] == "own3", values


async def a_run_that_waits_is_known_and_cancelled_anywhere():
    thread = await new_thread()
    first = (await ONE.runs.create(thread, "slow", input=SLOW))["run_id"]
    second = (await ONE.runs.create(thread, "slow", input=SLOW, metadata={"why": "waits"}, multitask_strategy="enqueue"))["run_id"]
    known = await TWO.runs.get(thread, second)
    assert (known["status"], known["metadata"]) == ("pending", {"why": "waits"})
    await TWO.runs.cancel(thread, second, wait=True)
    assert await status(thread, second) == "interrupted"
    assert await status(thread, first) == "running"
    await ONE.runs.cancel(thread, first, wait=True)
    assert await status(thread, first) == "interrupted"


async def metadata_strategy_and_modes_are_known_anywhere():
    thread = await new_thread()
    run = (await ONE.runs.create(thread, "chain", input={"value": "x"}, metadata={"why": "test"}, stream_mode=["updates"],
                                 multitask_strategy="reject", config={"metadata": {"by": "Ada"}}))["run_id"]
    await TWO.runs.join(thread, run)
    known = await TWO.runs.get(thread, run)
    assert (known["metadata"], known["multitask_strategy"]) == ({"why": "test", "by": "Ada"}, "reject"), known
    events = {part.event for part in await frames(TWO.runs.join_stream(thread, run))}
    assert "updates" in events and "values" not in events, events


async def a_cron_begins_runs_until_it_is_paused_and_deleted():
    cron = await ONE.crons.create("chain", schedule="* * * * * * *", timezone="Europe/Berlin", input={"value": "x"},
                                  metadata={"why": "cron"}, on_run_completed="keep")
    cron_id = cron["cron_id"]

    async def recent():
        return (await TWO.http.get(f"/admin/schedules/{cron_id}"))["recent"]

    async def listed():
        return cron_id in [it["cron_id"] for it in await TWO.crons.search(assistant_id="chain", metadata={"why": "cron"})]

    await until(recent)
    await until(listed)
    paused = await TWO.crons.update(cron_id, enabled=False, schedule="0 3 * * *")
    assert (paused["enabled"], paused["schedule"], paused["timezone"]) == (False, "0 3 * * *", "Europe/Berlin"), paused
    assert await ONE.crons.count(metadata={"why": "cron"}) == 1
    begun = (await recent())[0]
    values = await TWO.runs.join(begun["thread_id"], begun["run_id"])
    assert values["value"] == "x123", values
    assert (await ONE.runs.get(begun["thread_id"], begun["run_id"]))["metadata"] == {"why": "cron"}
    await ONE.crons.delete(cron_id)
    await refused(404, TWO.crons.delete(cron_id))
    await refused(422, ONE.crons.create("chain", schedule="soon"))
    await refused(422, ONE.crons.create("chain", schedule="0 3 * * *", timezone="Mars/Base"))
    await refused(422, ONE.crons.create_for_thread(await new_thread(), "chain", schedule="0 3 * * *"))


async def a_client_that_goes_is_missed_at_once():
    thread = await new_thread()
    async with httpx.AsyncClient(base_url=sys.argv[1]) as browser:
        body = {"assistant_id": "slow", "input": SLOW, "on_disconnect": "cancel"}
        async with browser.stream("POST", f"/threads/{thread}/runs/stream", json=body) as stream:
            await anext(stream.aiter_lines())

    async def stands_still():
        return (await ONE.threads.get(thread))["status"] == "interrupted"

    await until(stands_still, 5)


async def no_two_frames_have_the_same_id():
    parts = await frames(ONE.runs.stream(None, "chat", input={"messages": [{"role": "user", "content": "Hello"}]},
                                         stream_mode=["messages", "messages-tuple", "values", "custom"]))
    ids = [part.id for part in parts if part.id]
    assert len(ids) == len(set(ids)) > 3, ids


async def what_is_not_offered_is_refused_at_the_entry():
    thread = await new_thread()
    unknown = await refused(422, ONE.http.post(
        f"/threads/{thread}/runs/wait", json={"assistant_id": "chain", "input": {}, "interupt_before": ["two"]}))
    assert "'interrupt_before'" in unknown, unknown
    for options in ({"durability": "exit"}, {"feedback_keys": ["thumbs"]}, {"webhook": "http://127.0.0.1:1"}):
        stream = frames(ONE.runs.stream(thread, "chain", input={"value": "x"}, **options))
        assert f"'{next(iter(options))}'" in await refused(422, stream)
    await refused(422, ONE.runs.create(None, "chain", input={}, on_completion="keep"))
    await refused(422, ONE.threads.create(ttl=5))
    await refused(422, ONE.runs.list(thread, limit=-1))
    await refused(422, ONE.threads.get_history(thread, limit=-1))
    values = await ONE.runs.wait(thread, "chain", input={"value": "x"}, durability="async", on_completion="delete")
    assert values["value"] == "x123"


def fields_sent_by(method):
    """Returns the names of what a method of the SDK puts into the body of its request."""
    fields = set()
    for it in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(method)))):
        for target in it.targets if isinstance(it, ast.Assign) else [it.target] if isinstance(it, ast.AnnAssign) else []:
            if isinstance(target, ast.Name) and target.id == "payload" and isinstance(it.value, ast.Dict):
                fields.update(key.value for key in it.value.keys)
            elif isinstance(target, ast.Subscript) and getattr(target.value, "id", None) == "payload":
                fields.add(target.slice.value)
    assert fields, method
    return fields


async def every_field_that_the_sdk_sends_is_known():
    thread = await new_thread()
    run = {"assistant_id": "chain", "input": {"value": "x"}}
    for method, path, given in (
            (ONE.runs.create, f"/threads/{thread}/runs", run), (ONE.runs.wait, f"/threads/{thread}/runs/wait", run),
            (ONE.threads.create, "/threads", {}), (ONE.threads.get_history, f"/threads/{thread}/history", {}),
            (ONE.threads.update_state, f"/threads/{thread}/state", {"values": {"value": "y"}}),
            (ONE.threads.search, "/threads/search", {}), (ONE.threads.count, "/threads/count", {}),
            (ONE.assistants.search, "/assistants/search", {}), (ONE.assistants.count, "/assistants/count", {}),
            (ONE.crons.search, "/runs/crons/search", {}), (ONE.crons.count, "/runs/crons/count", {}),
            (ONE.crons.create, "/runs/crons", {"assistant_id": "chain", "schedule": "0 3 * * *"})):
        reply = await ONE.http.post(path, json={**dict.fromkeys(fields_sent_by(method)), **given})
        if isinstance(reply, dict) and "cron_id" in reply:
            await ONE.crons.delete(reply["cron_id"])
    stream = {**dict.fromkeys(fields_sent_by(ONE.runs.stream)), **run}
    events = {part.event for part in await frames(ONE.http.stream(f"/threads/{thread}/runs/stream", "POST", json=stream))}
    assert "values" in events and "error" not in events, events


async def threads_are_found_by_what_is_noted_on_them():
    mine = {"why": str(uuid.uuid4())}
    asking, other = await new_thread(metadata=mine), await new_thread(metadata=mine)
    await ONE.runs.wait(asking, "approval", input={"request": "r"})

    async def found(**wanted):
        return {it["thread_id"] for it in await TWO.threads.search(metadata=mine, **wanted)}

    async def both():
        return await found() == {asking, other} and await found(status="interrupted") == {asking}

    await until(both, 30)
    assert await found(ids=[other]) == {other}
    assert len(await found(limit=1, sort_by="created_at", sort_order="asc")) == 1
    assert await TWO.threads.count(metadata=mine) == 2
    assert await TWO.assistants.count() == len(await TWO.assistants.search(limit=1000)) > 1
    assert await TWO.assistants.count(graph_id="chain") == 1


async def a_stream_goes_on_elsewhere_when_its_server_stops():
    client = get_client(url=os.environ["BALANCED_URL"])
    thread = await new_thread(client)
    nodes = []
    async for part in client.runs.stream(thread, "slow", input={**SLOW, "seconds": 5}, stream_mode="updates"):
        nodes += part.data if part.event == "updates" else []
        if len(nodes) == 1:
            os.kill(int(os.environ["LEAVING_PID"]), signal.SIGTERM)
    assert nodes == ["before", "sleep", "after"], nodes


async def schemas_have_types():
    schemas = await ONE.assistants.get_schemas("chain")
    for name in ("input_schema", "output_schema", "state_schema"):
        assert schemas[name]["properties"]["value"]["type"] == "string", schemas[name]


async def main():
    failed = 0
    for name, check in [it for it in globals().items() if inspect.iscoroutinefunction(it[1]) and "_" in it[0] and it[0] not in ("new_thread", "found_or_refused")]:
        begun = time.monotonic()
        try:
            await asyncio.wait_for(check(), 60)
            print(f"ok    python: {name.replace('_', ' ')} ({time.monotonic() - begun:.1f} s)", flush=True)
        except Exception as failure:  # the next check is played all the same
            failed += 1
            print(f"FAIL  python: {name.replace('_', ' ')}: {type(failure).__name__}: {str(failure)[:400]}", flush=True)
    sys.exit(failed > 0)


asyncio.run(main())
