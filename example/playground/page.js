
// The page: a source on the left, a text on the right, and below what the library says of both.

const kinds = {
  gbnf: { title: "GBNF", source: "Grammar", text: "Text" },
  schema: { title: "JSON Schema", source: "Schema", text: "Document" },
  regex: { title: "Regular expression", source: "Pattern", text: "Text" },
  template: { title: "Chat template", source: "Template", text: "A model's answer" },
};
const examples = {
  gbnf: {
    "a call": {
      source: 'root  ::= name "(" (value ("," " "? value)*)? ")"\nname  ::= [a-z_]{1,20}\nvalue ::= number | string | list\nlist  ::= "[" (value ("," " "? value)*)? "]"\nnumber ::= "-"? ("0" | [1-9] [0-9]*)\nstring ::= "\\"" [^"\\x00-\\x1F]* "\\""\n',
      text: 'get_weather("Bergen", [1, 2' },
    "arithmetic": {
      source: 'root ::= sum "\\n"\nsum  ::= product (("+" | "-") product)*\nproduct ::= factor (("*" | "/") factor)*\nfactor ::= [0-9]+ | "(" sum ")"\n',
      text: "2*(3+4" },
    "paragraphs": { source: 'root ::= title para{1,3}\ntitle ::= "# " [^\\n]{1,40} "\\n"\npara ::= "\\n" [^\\n]{1,80} "\\n"\n', text: "# Weather\n\nIt will rain in Bergen.\n" },
    "an error": { source: 'root  ::= name "=" valu\nname  ::= [z-a]+\nvalue ::= [0-9]+\n', text: "x=1" },
  },
  schema: {
    "a call": {
      source: '{\n  "type": "object",\n  "required": ["city", "unit"],\n  "properties": {\n    "city": {"type": "string", "minLength": 1, "maxLength": 16},\n    "unit": {"enum": ["celsius", "fahrenheit"]},\n    "days": {"type": "integer", "minimum": 1, "maximum": 14}\n  },\n  "additionalProperties": false\n}\n',
      text: '{"city": "Bergen", "unit": "' },
    "a list of dates": { source: '{"type": "array", "maxItems": 3, "items": {"type": "string", "format": "date"}}', text: '["2024-02-3' },
    "a typing error": { source: '{\n  "type": "object",\n  "propertis": {"email": {"type": "string", "format": "emial"}}\n}\n', text: "{}" },
  },
  regex: { "a date": { source: "(19|20)\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])", text: "2024-1" } },
  template: {
    "calls as JSON": {
      source: '{%- if tools %}<|im_start|>system\nTools:\n{% for t in tools %}{{ t | tojson }}\n{% endfor %}<|im_end|>\n{% endif %}\n{%- for m in messages %}<|im_start|>{{ m.role }}\n{% if m.reasoning_content %}<think>\n{{ m.reasoning_content }}\n</think>\n{% endif %}{{ m.content or \'\' }}\n{%- for c in m.tool_calls or [] %}\n<tool_call>\n{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}\n</tool_call>\n{%- endfor %}<|im_end|>\n{% endfor %}\n{%- if add_generation_prompt %}<|im_start|>assistant\n{% endif %}',
      text: '<think>\nThey ask for the weather.\n</think>\nLet me look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bern", "days": 3}}\n</tool_call>' },
    "arguments in tags": {
      source: "{%- for m in messages %}[{{ m.role | upper }}]\n{{ m.content or '' }}\n{%- for c in m.tool_calls or [] %}\n<call to=\"{{ c.function.name }}\">\n{%- for name, value in c.function.arguments.items() %}\n<arg name=\"{{ name }}\">{{ value if value is string else value | tojson }}</arg>\n{%- endfor %}\n</call>\n{%- endfor %}[END]\n{% endfor %}{% if tools %}{{ tools | tojson }}{% endif %}\n{%- if add_generation_prompt %}[ASSISTANT]\n{% endif %}",
      text: 'Let me look.<call to="get_weather"><arg name="city">Bern</arg></call>' },
  },
};

const $ = (id) => document.getElementById(id);
const bytesOf = (text) => new TextEncoder().encode(text);
/// The index in a string of JavaScript that a byte of its UTF-8 has.
const indexOf = (text, byte) => new TextDecoder().decode(bytesOf(text).subarray(0, byte)).length;

function element(name, text, style) {
  const out = document.createElement(name);
  out.textContent = text;
  if (style) out.className = style;
  return out;
}

/// Marks behind a text area: [text, style]...
function paint(back, parts) {
  back.replaceChildren(...parts.filter(([text]) => text).map(([text, style]) => style === undefined ? document.createTextNode(text)
    : element("mark", text, style)), document.createTextNode("\n"));
}

function shownRange([low, high]) {
  const one = (byte) => byte === 10 ? "\\n" : byte === 9 ? "\\t" : byte === 13 ? "\\r" : byte === 32 ? "space"
    : byte > 32 && byte < 127 ? String.fromCharCode(byte) : "\\x" + byte.toString(16).toUpperCase().padStart(2, "0");
  return low === high ? one(low) : low === 128 && high === 191 ? "…UTF-8" : `${one(low)}–${one(high)}`;
}

let library;
let wasm;
let kind = "gbnf";
let broken = true;

async function start() {
  const packed = Uint8Array.from(atob($("module").textContent), (c) => c.charCodeAt(0));
  $("module").remove();
  const plain = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  wasm = await WebAssembly.compile(plain);
  library = await load(wasm);
  $("about").textContent = `parlance ${library.version}, compiled to WebAssembly. Everything runs in this page; nothing is sent anywhere.`;
}

/// Asks the library; should it fail inside, a new one takes its place and the failure is shown.
async function ask(what) {
  try {
    return what(library);
  } catch (e) {
    library = await load(wasm);
    broken = true;
    return { error: { message: `the library failed: ${e.message}` } };
  }
}

function showError(error, source) {
  const state = $("source-state");
  state.className = "state bad";
  const where = error.placed ? `${error.line}:${error.column}: ` : "";
  state.textContent = where + error.message + (error.hint ? ` (${error.hint})` : "");
  if (error.placed) {
    const from = indexOf(source, error.offset);
    const to = Math.max(indexOf(source, error.offset + (error.length ?? 0)), from + 1);
    paint($("source-back"), [[source.slice(0, from)], [source.slice(from, to) || " ", "bad"], [source.slice(to)]]);
  }
}

function showOpened(opened, source) {
  paint($("source-back"), [[source]]);
  const misspelled = opened.contract?.find((each) => each.meant);
  $("source-state").className = misspelled ? "state warn" : "state good";
  $("source-state").textContent = misspelled ? `${misspelled.pointer}: ${misspelled.reason}` : "understood";
  $("keywords").replaceChildren(...(opened.contract ?? []).map((each) => {
    const row = element("div", "", "keyword");
    row.append(element("span", each.treatment + " ", each.treatment === "enforced" ? "good" : each.treatment === "refused" ? "bad" : "warn"),
      element("code", each.pointer || "(the schema)"), document.createTextNode(each.reason ? ": " + each.reason : ""));
    return row;
  }));
  $("contract").hidden = !opened.contract?.length;
  $("drawn").replaceChildren(...(opened.diagrams ?? []).slice(0, 200).map(({ rule, svg }) => {
    const row = element("div", "", "rule");
    row.id = "rule-" + rule;
    row.append(element("b", rule));
    row.insertAdjacentHTML("beforeend", svg); // made by the library, which escapes what it shows
    return row;
  }));
  $("diagrams").hidden = !opened.diagrams?.length;
  $("gbnf-text").textContent = opened.gbnf ?? "";
  $("gbnf").hidden = !opened.gbnf;
  $("prompt-text").textContent = opened.prompt ?? "";
  $("prompt").hidden = !opened.prompt;
  $("learned").innerHTML = opened.learned ?? ""; // as above
  $("learned").hidden = !opened.learned;
  if (opened.error) showError(opened.error, source);
}

async function open() {
  const source = $("source").value;
  broken = false;
  const opened = await ask((l) => l.open(kind, source));
  broken ||= Boolean(opened.error);
  showOpened(opened, source);
  await read();
}

function showMessage({ message, malformed }) {
  const parts = [];
  const add = (title, text) => {
    const part = element("div", "", "part");
    part.append(element("b", title), element("pre", text));
    parts.push(part);
  };
  if (message.reasoning_content) add("reasoning", message.reasoning_content);
  if (message.content) add("content", message.content);
  for (const call of message.tool_calls ?? []) {
    add(`call of ${call.function.name}`, call.function.arguments);
  }
  if (malformed) add("malformed", malformed);
  $("parts").replaceChildren(...parts);
}

async function read() {
  const text = $("text").value;
  const answer = broken ? {} : await ask((l) => l.read(text));
  $("message").hidden = !answer.message;
  if (answer.message) showMessage(answer.message);
  $("next").hidden = answer.read === undefined;
  const state = $("text-state");
  if (answer.read === undefined) {
    paint($("text-back"), [[text]]);
    state.className = "state " + (answer.error ? "bad" : "soft");
    state.textContent = answer.error ? answer.error.message : broken ? `the ${kinds[kind].source.toLowerCase()} has an error` : "";
    return;
  }
  const at = indexOf(text, answer.read);
  const stuck = at < text.length;
  paint($("text-back"), [[text.slice(0, at), ""], [text.slice(at, at + 1), "bad"], [text.slice(at + 1)]]);
  const lines = text.slice(0, at).split("\n");
  state.className = "state " + (answer.whole ? "good" : stuck ? "bad" : "warn");
  state.textContent = answer.whole ? "All of it is read, and it may end here."
    : !stuck ? "All of it is read; it may not end here yet."
    : answer.repeated_name ? `${lines.length}:${[...lines.at(-1)].length + 1}: the object has a member of that name.`
    : `${lines.length}:${[...lines.at(-1)].length + 1}: the grammar stops here.`;
  $("expected").replaceChildren(...answer.expected.slice(0, 60).map((range) => element("span", shownRange(range))),
    ...(answer.may_end ? [element("span", "the end", "good")] : []));
  const rules = answer.rules.filter((names) => names.length).slice(0, 4).map((names) => names.join(" › "));
  $("rules").textContent = rules.length ? "inside " + rules.join(", or ") : "";
  $("counted").textContent = `${answer.allowed} of ${answer.tokens} tokens of a small vocabulary`
    + (answer.forced ? `; ${JSON.stringify(answer.forced)} has to come` : "");
  $("tokens").replaceChildren(...answer.list.slice(0, 120).map((token) => {
    const chip = element("button", token);
    chip.title = "append";
    chip.onclick = () => append(token, at);
    return chip;
  }));
}

function append(token, at) {
  if (!token.includes("\\x")) { // no half of a character
    $("text").value = $("text").value.slice(0, at) + JSON.parse(token);
    read();
    $("text").focus();
  }
}

function choose(name, example) {
  kind = name;
  for (const tab of $("kinds").children) tab.setAttribute("aria-selected", tab.dataset.kind === kind);
  $("source-title").textContent = kinds[kind].source;
  $("text-title").textContent = kinds[kind].text;
  $("examples").replaceChildren(...Object.keys(examples[kind]).map((each) => element("option", each)));
  const shown = examples[kind][example] ?? Object.values(examples[kind])[0];
  if (examples[kind][example]) $("examples").value = example;
  $("source").value = shown.source;
  $("text").value = shown.text;
  return open();
}

/// Runs when the typing pauses; what is in between is left out.
function later(what, pause) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(what, pause); };
}

for (const [name, { title }] of Object.entries(kinds)) {
  const tab = element("button", title);
  tab.dataset.kind = name;
  tab.setAttribute("role", "tab");
  tab.onclick = () => choose(name);
  $("kinds").append(tab);
}
for (const id of ["source", "text"]) {
  $("next").before($("pane").content.cloneNode(true));
  const pane = $("next").previousElementSibling;
  pane.querySelector("h2").id = id + "-title";
  pane.querySelector("pre").id = id + "-back";
  pane.querySelector("textarea").id = id;
  pane.querySelector("textarea").setAttribute("aria-label", id);
  pane.querySelector(".state").id = id + "-state";
  $(id).addEventListener("scroll", () => { $(id + "-back").scrollTop = $(id).scrollTop; $(id + "-back").scrollLeft = $(id).scrollLeft; });
}
$("source").addEventListener("input", later(open, 250));
$("text").addEventListener("input", later(read, 30));
$("examples").addEventListener("change", () => choose(kind, $("examples").value));

try {
  await start();
  await choose("gbnf");
  document.body.dataset.ready = "yes";
} catch (e) {
  $("source-state").className = "state bad";
  $("source-state").textContent = `this browser cannot run the playground: ${e.message}`;
}
