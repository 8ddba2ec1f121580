// parlance as WebAssembly: grammars, JSON Schemas, regular expressions and chat templates, looked at.
// SPDX-License-Identifier: BSL-1.0

/// The little of a system that the module asks for: time, and where messages of its runtime go.
function system(memory) {
  const view = () => new DataView(memory().buffer);
  const bad = 8; // no such file
  return {
    clock_time_get(id, precision, to) {
      view().setBigUint64(to, BigInt(Math.round(Date.now() * 1e6)), true);
      return 0;
    },
    clock_res_get(id, to) { view().setBigUint64(to, 1000000n, true); return 0; },
    environ_sizes_get(count, size) { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return 0; },
    environ_get() { return 0; },
    random_get(to, size) {
      globalThis.crypto.getRandomValues(new Uint8Array(memory().buffer, to, size));
      return 0;
    },
    fd_write(file, parts, count, written) {
      let all = "";
      let size = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(parts + 8 * i, true);
        const length = view().getUint32(parts + 8 * i + 4, true);
        all += new TextDecoder().decode(new Uint8Array(memory().buffer, at, length));
        size += length;
      }
      console.error(all);
      view().setUint32(written, size, true);
      return 0;
    },
    proc_exit(code) { throw new Error(`the module ended with ${code}`); },
    fd_close: () => bad, fd_seek: () => bad, fd_read: () => bad, fd_fdstat_get: () => bad, fd_prestat_get: () => bad,
    fd_prestat_dir_name: () => bad, fd_filestat_get: () => bad, fd_fdstat_set_flags: () => bad, path_open: () => bad,
    path_filestat_get: () => bad, fd_readdir: () => bad, fd_pread: () => bad, poll_oneoff: () => bad, sched_yield: () => 0,
  };
}

/// Answers of one module.  Not to be used after it threw: what runs in it may be left half-way; load it again then.
class Parlance {
  #exports;
  #handle;
  constructor(exports) {
    this.#exports = exports;
    this.#handle = exports.parlance_new();
  }
  #ask(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const { memory, parlance_text, parlance_answer, parlance_size } = this.#exports;
    const to = parlance_text(this.#handle, bytes.length);
    new Uint8Array(memory.buffer).set(bytes, to);
    const from = parlance_answer(this.#handle);
    const answer = new Uint8Array(memory.buffer, from, parlance_size(this.#handle));
    return JSON.parse(new TextDecoder().decode(answer));
  }
  /// Its version.
  get version() { return this.#ask({ do: "version" }).version; }
  /// Opens a grammar ("gbnf", "schema", "regex") or a chat template ("template"); read() is about what was opened last.
  open(kind, source, options = {}) { return this.#ask({ ...options, do: "open", kind, source }); }
  /// How far the text is read, and what may come next; of a template, the message that it is.
  read(text) { return this.#ask({ do: "read", text }); }
}

/// Starts the module: its bytes, a compiled WebAssembly.Module, or nothing for the file beside this one.
export async function load(source) {
  if (source === undefined) {
    const url = new URL("./parlance.wasm", import.meta.url);
    if (url.protocol === "file:") {
      source = await (await import("node:fs/promises")).readFile(url);
    } else {
      source = await (await fetch(url)).arrayBuffer();
    }
  }
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  let instance;
  const calls = system(() => instance.exports.memory);
  instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls });
  instance.exports._initialize?.();
  return new Parlance(instance.exports);
}
