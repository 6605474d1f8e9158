"""Readers of agents' transcripts, written apart from the Go ones: read(path) yields the items of a transcript.

An item is a dict: session, kind (text, call, result, break), and text, args, id, message as far as it has them. Files are
taken whole, and only well-formed ones are read.
"""

import json
import os
import os
import re


def clean(s):
    """Lone surrogates are what Go reads as U+FFFD."""
    return re.sub("[\ud800-\udfff]", "\ufffd", s)


def scrub(v):
    if isinstance(v, str):
        return clean(v)
    if isinstance(v, list):
        return [scrub(e) for e in v]
    if isinstance(v, dict):
        return {clean(k): scrub(e) for k, e in v.items()}
    return v


def said(content):
    """The text of a content: a string, a block, or blocks with a line feed between them."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return ""
    parts = []
    for b in content:
        if isinstance(b, str):
            parts.append(b)
        elif isinstance(b, dict) and "text" in b:
            parts.append(b["text"] if isinstance(b["text"], str) else "")
    return "\n".join(parts)


def arguments(v):
    if isinstance(v, dict):
        return v
    if isinstance(v, str):
        try:
            inner = json.loads(v)
            if isinstance(inner, dict):
                return inner
        except ValueError:
            pass
        return {"input": v}
    return None


def load(path):
    """The records of a file: one a line, or one or more documents of any layout."""
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read().lstrip("\ufeff")
    try:
        records = [json.loads(line) for line in text.split("\n") if line.strip()]
    except ValueError:
        records, decoder, at = [], json.JSONDecoder(), 0
        while text[at:].strip():
            at += len(text[at:]) - len(text[at:].lstrip())
            v, at = decoder.raw_decode(text, at)
            records.append(v)
    flat = []
    for r in records:
        flat.extend(r if isinstance(r, list) else [r])
    return [scrub(r) for r in flat]


def claude(records, name):
    roots, broke = {}, set()
    for r in records:
        session = r.get("sessionId") or name
        if r.get("isSidechain"):
            agent = r.get("agentId")
            if not agent:
                agent = roots.get(r.get("parentUuid")) or r.get("uuid", "")
                roots[r.get("uuid", "")] = agent
            session += "/" + agent
        m = r.get("message") or {}
        kind = r.get("type") or m.get("role")
        if kind == "system" and r.get("subtype") == "compact_boundary":
            broke.add(session)
            yield dict(session=session, kind="break")
        if kind not in ("user", "assistant"):
            continue
        if kind == "user" and r.get("isCompactSummary") and session not in broke:
            yield dict(session=session, kind="break")
        broke.discard(session)
        content = m.get("content")
        for b in [dict(type="text", text=content)] if isinstance(content, str) else content or []:
            t = b.get("type")
            if kind == "user" and t == "tool_result":
                yield dict(session=session, kind="result", id=b.get("tool_use_id", ""), text=said(b.get("content")))
            elif kind == "assistant" and t == "tool_use":
                yield dict(session=session, kind="call", id=b["id"], args=arguments(b.get("input")), message=m.get("id", ""))
            elif t == "text":
                yield dict(session=session, kind="text", text=b.get("text", ""))
            elif t == "thinking":
                yield dict(session=session, kind="text", text=b.get("thinking", ""))


def codex(records, name):
    session, named = name, False
    for r in records:
        p, t = r.get("payload"), r.get("type")
        if p is None:
            continue
        if t == "session_meta":
            if p.get("id") and not named:
                session, named = p["id"], True
        elif t == "compacted":
            yield dict(session=session, kind="break")
            yield dict(session=session, kind="text", text=p.get("message") or "")
        elif t == "response_item":
            k = p.get("type")
            if k == "message":
                yield dict(session=session, kind="text", text=said(p.get("content")))
            elif k == "reasoning":
                parts = [x for x in (said(p.get("summary")), said(p.get("content"))) if x]
                yield dict(session=session, kind="text", text="\n".join(parts))
            elif k in ("function_call", "custom_tool_call", "local_shell_call"):
                args = {"function_call": "arguments", "custom_tool_call": "input", "local_shell_call": "action"}[k]
                yield dict(session=session, kind="call", id=p.get("call_id") or p.get("id", ""), args=arguments(p.get(args)), message="")
            elif k and k.endswith("_call_output"):
                o = p.get("output")
                if isinstance(o, dict):
                    o = o["content"] if "content" in o else o.get("output")
                yield dict(session=session, kind="result", id=p.get("call_id", ""), text=said(o))


def copilot(records, name):
    session, asked, under = name, set(), {}
    for r in records:
        d, t = r.get("data") or {}, r.get("type")
        here = session + ("/" + d["parentToolCallId"] if d.get("parentToolCallId") else "")
        if t in ("session.start", "session.resume"):
            session = d.get("sessionId") or session
        elif t == "session.compaction_complete" and d.get("success") is not False:
            yield dict(session=here, kind="break")
            yield dict(session=here, kind="text", text=d.get("summaryContent") or "")
        elif t in ("system.message", "system.notification"):
            yield dict(session=here, kind="text", text=d.get("content") or "")
        elif t == "user.message":
            yield dict(session=here, kind="text", text=d.get("transformedContent") or d.get("content") or "")
        elif t == "assistant.message":
            yield dict(session=here, kind="text", text=d.get("reasoningText") or "")
            yield dict(session=here, kind="text", text=d.get("content") or "")
            for q in d.get("toolRequests") or []:
                if q["toolCallId"] not in asked:
                    asked.add(q["toolCallId"])
                    under[q["toolCallId"]] = here
                    yield dict(session=here, kind="call", id=q["toolCallId"], args=arguments(q.get("arguments")), message=d.get("messageId") or "")
        elif t == "tool.execution_start":
            if d["toolCallId"] not in asked:
                asked.add(d["toolCallId"])
                under[d["toolCallId"]] = here
                yield dict(session=here, kind="call", id=d["toolCallId"], args=arguments(d.get("arguments")), message="")
        elif t == "tool.execution_complete":
            res = d.get("result") if isinstance(d.get("result"), (dict, str)) else d.get("error")
            if isinstance(res, dict):
                res = said(res["content"]) if "content" in res else res.get("message", "")
            yield dict(session=under.get(d["toolCallId"], here), kind="result", id=d["toolCallId"], text=res or "")


def pi(records, name):
    session, wrote = name, 0
    for r in records:
        t, m = r.get("type"), r.get("message") or {}
        if t == "session":
            session = r.get("id") or session
        elif t == "compaction":
            yield dict(session=session, kind="break")
            yield dict(session=session, kind="text", text=r.get("summary") or "")
        elif t == "branch_summary":
            yield dict(session=session, kind="text", text=r.get("summary") or "")
        elif t == "custom_message":
            yield dict(session=session, kind="text", text=said(r.get("content")))
        elif t == "message":
            role = m.get("role")
            if role in ("user", "custom"):
                yield dict(session=session, kind="text", text=said(m.get("content")))
            elif role == "bashExecution":
                yield dict(session=session, kind="text", text=m.get("command", "") + "\n" + m.get("output", ""))
            elif role in ("branchSummary", "compactionSummary"):
                yield dict(session=session, kind="text", text=m.get("summary", ""))
            elif role == "toolResult":
                yield dict(session=session, kind="result", id=m["toolCallId"], text=said(m.get("content")))
            elif role == "assistant":
                wrote += 1
                for b in m.get("content") or []:
                    if b["type"] == "toolCall":
                        yield dict(session=session, kind="call", id=b["id"], args=arguments(b.get("arguments")), message=str(wrote))
                    elif b["type"] == "text":
                        yield dict(session=session, kind="text", text=b["text"])
                    elif b["type"] == "thinking":
                        yield dict(session=session, kind="text", text=b["thinking"])


def opencode_parts(session, info, parts):
    step = 0
    for p in parts:
        t = p.get("type")
        if t in ("text", "reasoning"):
            yield dict(session=session, kind="text", text=p.get("text", ""))
        elif t == "step-start":
            step += 1
        elif t == "compaction":
            yield dict(session=session, kind="break")
        elif t == "tool":
            st = p.get("state") or {}
            yield dict(session=session, kind="call", id=p["callID"], args=arguments(st.get("input")), message=f"{info['id']}/{step}")
            if st.get("status") in ("completed", "error"):
                yield dict(session=session, kind="result", id=p["callID"], text=st.get("output" if st["status"] == "completed" else "error", ""))


def opencode(doc, name):
    session = (doc.get("info") or {}).get("id") or name
    for m in doc["messages"]:
        session = m["info"].get("sessionID") or session
        yield from opencode_parts(session, m["info"], m["parts"])


def read(name):
    """The items of the source that the report calls name, a path."""
    base = os.path.splitext(os.path.basename(name))[0]
    records = load(name)
    docs = [r for r in records if isinstance(r.get("messages"), list)]
    if docs:
        items = []
        for i, doc in enumerate(docs):
            items += opencode(doc, base if i == 0 else f"{base}#{i + 1}")
        return items
    for r in records:
        if isinstance(r.get("data"), dict) and "." in r.get("type", ""):
            return list(copilot(records, base))
        if "payload" in r:
            return list(codex(records, base))
        if "sessionId" in r or "leafUuid" in r or "snapshot" in r:
            return list(claude(records, base))
        if r.get("type") in ("session", "message"):
            return list(pi(records, base))
    return []
