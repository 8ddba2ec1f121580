export type Kind = "gbnf" | "schema" | "regex" | "template";

/** What is wrong with a source; `offset` and `length` are bytes of its UTF-8, and mean something where `placed` is true. */
export interface Fault {
  message: string;
  hint?: string;
  placed?: boolean;
  line?: number;
  column?: number;
  offset?: number;
  length?: number;
}

export interface Opened {
  error?: Fault;
  /** Railroad diagrams, one for each rule, as <svg> elements. */
  diagrams?: { rule: string; svg: string }[];
  /** Of a schema: what becomes of each keyword, and the schema as a grammar. */
  contract?: { pointer: string; keyword: string; treatment: "enforced" | "annotation" | "widened" | "refused"; reason?: string; meant?: string }[];
  gbnf?: string;
  /** Of a template: what was learned of it, as HTML sections; a prompt; and what that prompt has written of the answer. */
  learned?: string;
  prompt?: string;
  answer_prefix?: string;
}

export interface Read {
  /** Bytes of UTF-8 that are read before the grammar stops; and whether all are, and the text may end there. */
  read?: number;
  whole?: boolean;
  may_end?: boolean;
  /** A member of that name is there already. */
  repeated_name?: boolean;
  /** Bytes that may come next, as ranges; and the rules that are open there. */
  expected?: [number, number][];
  rules?: string[][];
  /** What has to come next. */
  forced?: string;
  /** Tokens of a small vocabulary that may come next: how many of how many, and their texts, quoted. */
  allowed?: number;
  tokens?: number;
  list?: string[];
  /** Of a template: the message that the text is, as OpenAI has it. */
  message?: { message: Record<string, unknown>; malformed?: string };
}

export interface Parlance {
  readonly version: string;
  open(kind: Kind, source: string, options?: { root?: string; bos?: string; eos?: string }): Opened;
  read(text: string): Read;
}

/** Starts the module: its bytes, a compiled module, or nothing for the file of this package. */
export function load(source?: BufferSource | WebAssembly.Module): Promise<Parlance>;
